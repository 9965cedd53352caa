import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { resultsFolderName } from '@palimpsest/core/output'
import type { Conversation, ConversationId } from '@palimpsest/core/store'
import { UserError } from '../../errors/user-error.ts'
import { type DatabaseOptions, homeFolder } from '../../home/location.ts'
import { adoptResults } from '../../store/adopt-results.ts'
import { findConversation } from '../../store/find-conversation.ts'
import { withStore } from '../../store/with-store.ts'
import { countNoun } from '../../terminal/count-noun.ts'
import type { Io } from '../../terminal/io.ts'
import { said } from '../../terminal/said.ts'

export interface DeleteOptions extends DatabaseOptions {
  readonly yes?: boolean
}

/** `palimpsest sessions delete ID`: removes a conversation and all that hangs on it, for good. */
export async function deleteSession(id: string, options: DeleteOptions, io: Io): Promise<void> {
  await withStore(options, io, async (store) => {
    const { conversation } = await findConversation(store, id)
    if (!options.yes) await confirm(conversation, io)
    await store.remove(conversation.id)
    const outputs = await removeResults(conversation.id, options, io)
    io.err(`Conversation ${conversation.id} is deleted${outputs}.\n`)
  })
}

/** Deletes the conversation's kept outputs. Those another database may still reference stay, and are reported. */
async function removeResults(id: ConversationId, { db }: DeleteOptions, io: Io): Promise<string> {
  const results = resolve(homeFolder(io), 'results')
  await adoptResults(results, id)
  const folder = join(results, resultsFolderName(id))
  const files = await readdir(folder).catch(() => [])
  if (files.length === 0) return ''
  const isHome = db === undefined || resolve(db) === resolve(homeFolder(io), 'state.db')
  if (!isHome) return `; ${countNoun(files.length, 'output')} that it kept stay in ${folder}`
  await rm(folder, { recursive: true, force: true })
  return `, and ${countNoun(files.length, 'output')} that it kept`
}

async function confirm({ id, title, messages }: Conversation, io: Io): Promise<void> {
  if (!io.canAsk)
    throw new UserError('deleting cannot be undone, and there is no terminal to ask on', {
      remedy: `Add --yes to delete conversation ${id}, or keep a copy first: palimpsest sessions export ${id}`,
    })
  const named = title === undefined ? id : `${id} ("${said(title)}")`
  io.err(`Delete conversation ${named} with ${countNoun(messages, 'message')} for good? [y/N] `)
  const answer = await firstLine(io)
  if (!/^y(es)?$/i.test(answer)) throw new UserError('nothing was deleted', { exitCode: 1 })
}

async function firstLine(io: Io): Promise<string> {
  for await (const chunk of io.stdin) return new TextDecoder().decode(chunk).split('\n', 1).join('').trim()
  return ''
}

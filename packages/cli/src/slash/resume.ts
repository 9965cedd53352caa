import type { Conversation } from '@palimpsest/core/store'
import { UserError } from '../errors/user-error.ts'
import { findConversation } from '../store/find-conversation.ts'
import { titleOf } from '../store/title-of.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { said } from '../terminal/said.ts'
import { shortId } from '../terminal/short-id.ts'
import { clip } from '../terminal/width.ts'
import { recent, sessionLines } from './sessions.ts'
import type { SlashCommand, SlashSession } from './slash-command.ts'

export const resume: SlashCommand = {
  name: 'resume',
  argument: '[id]',
  help: 'Go on with another conversation.',
  run: async (session, argument) => {
    if (argument === '') return sessionLines(session)
    const conversation = await named(session, argument)
    if (conversation.id === session.runtime().conversation) return ['That is this conversation.']
    await session.open(conversation.tip)
    const title = await titleOf(session.store, conversation)
    return [
      `Back in “${title}” (${countNoun(conversation.messages, 'message')}).`,
      ...(await lastWords(session, conversation)),
    ]
  },
  choices: async (session) => {
    const others = (await recent(session)).filter(({ id }) => id !== session.runtime().conversation)
    return Promise.all(
      others.map(async (each) => ({ value: shortId(each.id), note: await titleOf(session.store, each) })),
    )
  },
}

/** By its number in the list, or by its id. */
async function named(session: SlashSession, text: string): Promise<Conversation> {
  if (/^\d{1,2}$/.test(text)) {
    const found = (await recent(session))[Number(text) - 1]
    if (found !== undefined) return found
    throw new UserError(`there is no conversation number ${text}`, { remedy: '/sessions lists them.' })
  }
  return (await findConversation(session.store, text)).conversation
}

/** Returns where the conversation left off: the last words of either side. */
export async function lastWords(session: SlashSession, { id, messages }: Conversation): Promise<readonly string[]> {
  const last = await session.store.originals(id, { from: Math.max(0, messages - 12) })
  const { colours, columns } = session.look()
  const latest = (role: 'user' | 'assistant') =>
    last.findLast(({ message }) => message.role === role && message.parts.some((part) => part.type === 'text'))
  return (['user', 'assistant'] as const).flatMap((role) => {
    const found = latest(role)
    if (found === undefined) return []
    const name = role === 'user' ? 'you said' : 'it said'
    const text = found.message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')
    return [colours.dim(`${name.padEnd(9)} ${clip(said(text), Math.min(columns, 120) - 12)}`)]
  })
}

import { resolve } from 'node:path'
import type { SessionId, SessionStore } from '@palimpsest/core/store'
import { interruption, UserError } from '../errors/user-error.ts'
import { locationOf, resultsFolders } from '../home/location.ts'
import type { RunOptions } from '../options/run-options.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { lastWords } from '../slash/resume.ts'
import type { SlashCommand } from '../slash/slash-command.ts'
import { slashCommands } from '../slash/slash-commands.ts'
import { findConversation } from '../store/find-conversation.ts'
import { withStore } from '../store/with-store.ts'
import { coloursFor } from '../terminal/colours.ts'
import { countNoun } from '../terminal/count-noun.ts'
import type { Io } from '../terminal/io.ts'
import { oneLine } from '../terminal/width.ts'
import { chatLoop } from './chat-loop.ts'
import { type ChatSession, openChatSession } from './chat-session.ts'
import { goodbye } from './goodbye.ts'
import { readyWords } from './greeting.ts'
import { createSlashCompleter } from './prompt/slash-completer.ts'
import { promptOf } from './prompt/status-line.ts'
import type { Reception } from './receive.ts'
import { isInteractive } from './screen/terminal.ts'
import type { ChatUi } from './ui/chat-ui.ts'

export interface ChatOptions extends Omit<RunOptions, 'json'> {
  readonly version?: string
  /** True when a script answers and nothing is kept. */
  readonly isTour?: boolean
}

export interface ChatParts {
  readonly options: ChatOptions
  readonly settings: Readonly<Record<string, string>>
  readonly io: Io
  /** Greets the user, or returns the earlier reception. */
  receive(): Promise<Reception>
  /** The first input, if it has already been asked for. */
  readonly first: Promise<string | undefined> | undefined
  /** Called when a conversation is about to be written to the store. */
  onBegin(): void
}

const keptWords = 'What was said so far is kept; go on with --resume.'
const tourEnds = 'Nothing of the tour is kept; it begins anew with the same command.'

/** Opens the conversation and talks until the user leaves. */
export async function runChat(about: ChatParts): Promise<void> {
  const { options, io } = about
  // The store opens in a thread of its own, and the agent is loaded meanwhile.
  const composing = import('../compose-runtime.ts')
  composing.catch(() => undefined)
  await withStore({ ...options, create: true }, io, async (store) => {
    const failed = await converse(about, store, async () => composing)
    if (io.interrupted.aborted) throw interruption(options.isTour ? tourEnds : keptWords)
    if (failed > 0 && !isInteractive(io)) throw new UserError(`${countNoun(failed, 'turn')} failed`, { exitCode: 1 })
  })
}

type RuntimeConfirm = ChatUi['confirm']

type Composing = () => Promise<typeof import('../compose-runtime.ts')>

async function converse(about: ChatParts, store: SessionStore, composing: Composing): Promise<number> {
  const { io, options } = about
  const { resume } = options
  const found = resume === undefined ? undefined : (await findConversation(store, resume)).conversation
  let isOver = false
  let ui: ChatUi | undefined
  const look = () => ({ colours: coloursFor(io), columns: columnsOf(io) })
  const confirm: RuntimeConfirm = async (question) => ui?.confirm(question) ?? 'nobody'
  const session = await openChatSession(
    {
      store,
      database: options,
      results: resultsFolders(options, io),
      look,
      openRuntime: async (from) => openRuntime(about, { ...(await composing()), store, confirm }, from),
      onNotice: (text) => ui?.note(text),
    },
    found?.tip,
  )
  const commands = slashCommands([quit(() => (isOver = true))])
  const reception = await about.receive()
  ui = reception.ui
  try {
    greet(ui, session, isInteractive(io))
    if (found !== undefined && isInteractive(io)) ui.note((await lastWords(session, found)).join('\n'))
    reception.ready({ prompt: () => promptOf(session), completer: createSlashCompleter(commands, () => session) })
    return await chatLoop({ session, reception, commands, first: about.first, isOver: () => isOver })
  } finally {
    ui.close()
    if (session.turns() > 0) ui.note(`\n${goodbye(parted(session, options), look())}`)
    await session.end()
  }
}

function parted(session: ChatSession, { isTour = false }: ChatOptions) {
  return { runtime: session.runtime(), turns: session.turns(), isTour }
}

/** Through a pipe only what must be known. */
function greet(ui: ChatUi, session: ChatSession, isInteractive: boolean): void {
  const runtime = session.runtime()
  if (isInteractive) ui.note(readyWords(runtime, session.look().colours))
  else for (const notice of runtime.notices) ui.note(oneLine(notice))
}

function columnsOf(io: Io): number {
  return io.isTerminal ? process.stdout.columns || io.columns : io.columns
}

function quit(leave: () => void): SlashCommand {
  return {
    name: 'quit',
    help: 'Leave; the conversation is kept.',
    run: async () => {
      leave()
      return []
    },
  }
}

type Parts = Pick<Awaited<ReturnType<Composing>>, 'createRuntime'> & {
  readonly store: SessionStore
  readonly confirm: RuntimeConfirm
}

function openRuntime(
  { options, settings, io, onBegin }: ChatParts,
  { createRuntime, store: kept, confirm }: Parts,
  resume: SessionId | undefined,
): Promise<Runtime> {
  const store: SessionStore = {
    ...kept,
    begin: (session) => {
      onBegin()
      return kept.begin(session)
    },
  }
  const { workspace = '.' } = options
  const where = { workspace: resolve(workspace), location: locationOf(options, io) }
  const about = { store, env: io.env, ...where, channel: 'chat', settings, confirm }
  return createRuntime({ ...about, ...(resume !== undefined && { resume }) })
}

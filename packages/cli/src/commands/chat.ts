import { join, resolve } from 'node:path'
import type { Conversation, SessionId, SessionStore } from '@palimpsest/core'
import { type ChatLoop, chatLoop } from '../chat/chat-loop.ts'
import { type ChatSession, openChatSession } from '../chat/chat-session.ts'
import type { Face } from '../chat/face.ts'
import { goodbye } from '../chat/goodbye.ts'
import { greeting } from '../chat/greeting.ts'
import { openHistory } from '../chat/history.ts'
import { createPipedFace } from '../chat/piped-face.ts'
import { withSetupOffer } from '../chat/setup-offer.ts'
import { createSlashCompleter } from '../chat/slash-completer.ts'
import { isInteractive, openTerminal } from '../chat/terminal.ts'
import { createTerminalFace } from '../chat/terminal-face.ts'
import type { Runtime } from '../runtime.ts'
import { lastWords } from '../slash/resume.ts'
import type { SlashCommand, SlashSession } from '../slash/slash-command.ts'
import { slashCommands } from '../slash/slash-commands.ts'
import { findConversation } from '../store/find-conversation.ts'
import { homeFolder } from '../store/location.ts'
import { withStore } from '../store/with-store.ts'
import { coloursFor } from '../terminal/colours.ts'
import { count } from '../terminal/count.ts'
import type { Io } from '../terminal/io.ts'
import { printable } from '../terminal/width.ts'
import { interruption, UserError } from '../user-error.ts'
import type { RunOptions } from './run.ts'

export interface ChatOptions extends Omit<RunOptions, 'json'> {
  readonly version?: string
}

/** `palimpsest chat`: a conversation until the user leaves; without a terminal, each line of input is a message. */
export async function chat(options: ChatOptions, io: Io): Promise<void> {
  await withStore({ ...options, create: true }, io, async (store) => {
    const room: Room = { store, options, io }
    const failed = await talk(room)
    if (io.interrupted.aborted) throw interruption('What was said so far is kept; go on with --resume.')
    if (failed > 0 && !isInteractive(io)) throw new UserError(`${count(failed, 'turn')} failed`, { exitCode: 1 })
  })
}

interface Room {
  readonly store: SessionStore
  readonly options: ChatOptions
  readonly io: Io
}

async function talk(room: Room): Promise<number> {
  const { store, options, io } = room
  const { version = '', resume, workspace = '.' } = options
  const found = resume === undefined ? undefined : (await findConversation(store, resume)).conversation
  let isOver = false
  let face: Face | undefined
  const look = () => ({ colours: coloursFor(io), columns: columnsOf(io) })
  const session = await openChatSession(
    {
      store,
      memoryFolder: join(homeFolder(io), 'memory'),
      look,
      openRuntime: (from) => openRuntime(room, (question) => face?.confirm(question) ?? Promise.resolve(false), from),
      onNotice: (text) => face?.note(text),
    },
    found?.tip,
  )
  const commands = slashCommands([quit(() => (isOver = true))])
  face = await openFace(room, commands, () => session)
  const loop: ChatLoop = { session, face, commands, isOver: () => isOver }
  try {
    await greet(face, session, { version, workspace, resumed: found, isShort: !isInteractive(io) })
    return await chatLoop(loop)
  } finally {
    face.close()
    if (session.turns() > 0) face.note(`\n${goodbye(session.runtime(), session.turns(), look())}`)
    await session.end()
  }
}

interface Greet {
  readonly version: string
  readonly workspace: string
  readonly resumed: Conversation | undefined
  /** Only what must be known. */
  readonly isShort: boolean
}

async function greet(face: Face, session: ChatSession, { version, workspace, resumed, isShort }: Greet): Promise<void> {
  const runtime = session.runtime()
  const notices = runtime.notices.map(printable)
  if (isShort) for (const notice of notices) face.note(notice)
  if (isShort) return
  face.note(greeting({ version, workspace: resolve(workspace), runtime }, session.look()))
  if (resumed !== undefined) face.note((await lastWords(session, resumed)).join('\n'))
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

/** The terminal is taken over only now: until here an error is told as anywhere else. */
async function openFace(
  { io, options }: Room,
  commands: readonly SlashCommand[],
  session: () => SlashSession,
): Promise<Face> {
  const isYes = options.yes === true
  if (!isInteractive(io)) return createPipedFace(io, isYes)
  const history = await openHistory(join(homeFolder(io), 'history'))
  const completer = createSlashCompleter(commands, session)
  return createTerminalFace(openTerminal(io), { history, completer, isYes })
}

async function openRuntime(
  { store, options, io }: Room,
  confirm: (question: string) => Promise<boolean>,
  resume: SessionId | undefined,
): Promise<Runtime> {
  const { model, provider, baseUrl, contextLength, workspace = '.' } = options
  const settings = {
    ...(model !== undefined && { 'model.name': model }),
    ...(provider !== undefined && { 'model.provider': provider }),
    ...(baseUrl !== undefined && { 'model.base_url': baseUrl }),
    ...(contextLength !== undefined && { 'model.context_length': String(contextLength) }),
  }
  // Loaded only here: other commands need neither tools nor SDKs, and start faster without them.
  const { createRuntime } = await import('../compose-runtime.ts')
  try {
    const more = resume === undefined ? {} : { resume }
    return await createRuntime({
      store,
      env: io.env,
      workspace: resolve(workspace),
      channel: 'chat',
      settings,
      confirm,
      ...more,
    })
  } catch (error) {
    throw withSetupOffer(error, io.env)
  }
}

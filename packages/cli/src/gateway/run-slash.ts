import type { SessionStore } from '@palimpsest/core/store'
import pc from 'picocolors'
import { UserError } from '../errors/user-error.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { readSlash } from '../slash/read-slash.ts'
import type { SlashCommand, SlashSession } from '../slash/slash-command.ts'
import { slashCommands } from '../slash/slash-commands.ts'

/** A conversation that a command is typed in, and where. */
export interface SlashPlace {
  readonly runtime: Runtime
  readonly store: SessionStore
  readonly channel: string
  /** Folders below which the long outputs of conversations are kept. */
  readonly results: readonly string[]
}

/** These leave the conversation, which is that of a chat: the gateway itself knows which one a chat is in. */
const leaving: ReadonlySet<string> = new Set(['new', 'resume'])
/** These show other conversations, which a chat must not see, or what the operator has installed. */
const foreign: ReadonlySet<string> = new Set(['sessions', 'search', 'insights', 'memory', 'tools'])

/** Runs a slash command as text without colours. What the operator may see over HTTP, a chat on a platform may not. */
export async function runSlash(text: string, place: SlashPlace, signal: AbortSignal): Promise<readonly string[]> {
  const isOffered = ({ name }: SlashCommand) => !leaving.has(name) && (place.channel === 'web' || !foreign.has(name))
  const typed = readSlash(text, slashCommands([], isOffered))
  switch (typed.kind) {
    case 'message':
      return [`"${text}" is no command. /help lists them.`]
    case 'unknown':
      return [typed.text]
    case 'command':
      return typed.command.run(sessionAt(place), typed.argument, signal).catch(told)
  }
}

function sessionAt({ runtime, store, results }: SlashPlace): SlashSession {
  return {
    store,
    results,
    database: {},
    look: () => ({ colours: pc.createColors(false), columns: 100 }),
    runtime: () => runtime,
    open: () => Promise.reject(new UserError('this chat has one conversation', { remedy: 'Use /new.' })),
    now: Date.now,
  }
}

/** What a person did wrong is an answer; anything else is for the one who runs the gateway. */
function told(error: unknown): readonly string[] {
  if (!(error instanceof UserError)) throw error
  return [error.message, ...(error.remedy === undefined ? [] : [error.remedy])]
}

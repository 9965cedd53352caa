import type { SessionId, SessionStore } from '@palimpsest/core/store'
import type { DatabaseOptions } from '../home/location.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Colours } from '../terminal/colours.ts'

/** The appearance of text where it is read. */
export interface TextLook {
  readonly colours: Colours
  readonly columns: number
}

/** The session a slash command acts on; provided by whatever offers the commands. */
export interface SlashSession {
  readonly store: SessionStore
  /** The database of the store, where one was named. */
  readonly database: DatabaseOptions
  /** Folders below which the long outputs of conversations are kept. */
  readonly results: readonly string[]
  look(): TextLook
  runtime(): Runtime
  /** Leaves this conversation for another, or for a new one. */
  open(resume?: SessionId): Promise<Runtime>
  now(): number
}

/** Something that an argument may be. */
export interface Choice {
  readonly value: string
  /** The meaning of the value. */
  readonly note?: string
}

/** Something that can be typed after a slash. It knows no terminal: what it has to say it returns. */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string
  /** The argument, as help shows it. */
  readonly argument?: string
  readonly help: string
  /** The blocks of text to show. `argument` is trimmed, and empty where there is none. */
  run(session: SlashSession, argument: string, signal: AbortSignal): Promise<readonly string[]>
  /** Returns the argument's possible values. */
  choices?(session: SlashSession): Promise<readonly Choice[]>
}

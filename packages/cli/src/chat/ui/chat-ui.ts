import type { RuntimeEvent, RuntimeQuestion } from '../../compose.ts'
import type { Prompt } from '../prompt/prompt.ts'

/** Work that can be watched and cancelled. */
export type WatchedWork<T> = (onEvent: (event: RuntimeEvent) => void, signal: AbortSignal) => Promise<T>

/** The interface of a chat to its user: a full-featured terminal, or lines through a pipe. */
export interface ChatUi {
  /** The next message; `undefined` when the user leaves. */
  ask(prompt: () => Prompt): Promise<string | undefined>
  /** Redraws the prompt: its surroundings have changed. */
  refresh(): void
  /** Lets work run while the user sees what it does and may cancel it. */
  watch<T>(work: WatchedWork<T>, doing: string): Promise<T>
  /** Asks before something is changed; `'nobody'` where nobody can answer. */
  confirm(question: RuntimeQuestion): Promise<boolean | 'nobody'>
  /** An answer to something the user typed. */
  say(text: string): void
  /** Beside the conversation: a notice, a greeting. */
  note(text: string): void
  /** Something that went wrong. */
  warn(text: string): void
  close(): void
}

import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { ConversationId, Lane } from '@palimpsest/core/store'
import type { Usage } from '@palimpsest/core/tokens'

/** Something that happens while an agent works. */
export type GatewayEvent =
  /** A piece of the answer as it is written. */
  | { readonly kind: 'text'; readonly text: string }
  /** What was written so far is asked for anew. */
  | { readonly kind: 'restart' }
  /** A tool begins or ends. */
  | { readonly kind: 'tool'; readonly name: string; readonly isDone: boolean }
  /** Something that the user should know: a compaction, a wait. */
  | { readonly kind: 'notice'; readonly text: string }

/** What the user said, with the id that its entry has in the log. */
export interface SaidMessage {
  readonly entry: EntryId
  readonly message: Message
}

/** How a turn ended. Whatever it was, what was said is kept. */
export type TurnAnswer =
  | {
      readonly kind: 'answered'
      /** The entry of the answer. */
      readonly entry: EntryId
      readonly text: string
      readonly usage?: Usage
    }
  /** It cannot be answered now; the text says why and what to do. */
  | { readonly kind: 'refused'; readonly text: string }
  /** The signal aborted it: it goes on when it is asked for again. */
  | { readonly kind: 'aborted' }

/** An agent on one conversation, while a lane is held. It does one thing at a time. */
export interface GatewayAgent {
  /**
   * Answers what was said. Safe to repeat: where its entry is in the log already the turn goes on from there, and where
   * it was answered that answer is returned. What the layer before the agent made room for is done here, first.
   */
  turn(said: SaidMessage, onEvent: (event: GatewayEvent) => void, signal: AbortSignal): Promise<TurnAnswer>
  /** Keeps messages that want no answer, such as the talk of a group. Safe to repeat. */
  note(said: readonly SaidMessage[]): Promise<void>
  /** Runs a slash command; answers in blocks of text. */
  command(text: string, signal: AbortSignal): Promise<readonly string[]>
  /** Compacts while nobody waits, where that is due. */
  tidy(signal: AbortSignal): Promise<void>
  /** How many compactions of the conversation it has made so far. */
  compactions(): number
  /**
   * The lane was given back and taken again with nobody else in between: from now on this one fences what it writes.
   * False where it would rather be opened anew. An agent without it is closed whenever its lane is given back.
   */
  retake?(lane: Lane): boolean
  /** Called when the agent is no longer needed: its lane was given back or lost, so it must not write any more. */
  close(): Promise<void>
}

/** Opens the agent of a conversation, which begins with it where it is new. All that it writes is fenced by the lane. */
export type OpenAgent = (
  lane: Lane,
  about: { readonly channel: string; readonly title?: string },
) => Promise<GatewayAgent>

/** Reads a conversation for those who look at it over HTTP: no lane is needed. */
export interface ConversationReader {
  /** What the model would see now, in the format of OpenAI Chat. */
  view(conversation: ConversationId): Promise<unknown>
}

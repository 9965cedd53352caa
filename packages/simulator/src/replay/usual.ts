import type { CacheRequest } from '@palimpsest/core/cache'
import type { Message } from '@palimpsest/core/message'
import { dropOldThinking } from '../billing/drop-old-thinking.ts'
import type { PromptReader } from '../billing/prompt-reader.ts'
import type { BillTotal, Moment, StrategyBill } from './strategy-bill.ts'

/** A conversation that begins, and what its provider takes. */
export interface UsualStart {
  /** System prompt and tools. */
  readonly opening: CacheRequest
  /** A longer prompt is refused. */
  readonly mostTokens: number
  /** A message as it is sent. */
  send(message: Message): Message
}

/** The payer, and the way its model reads a prompt. */
export interface UsualPayer {
  readonly bill: StrategyBill
  readonly read: PromptReader
  /** The model is not shown what it thought before the user last spoke. */
  readonly dropsThinking: boolean
}

export interface UsualOptions extends UsualStart {
  /** The payer of the model that is asked now. */
  payer(): UsualPayer
  /** Returns what all payers paid. */
  paid(): BillTotal
}

export interface UsualTotal extends BillTotal {
  /** Number of calls that could be made. */
  readonly calls: number
  /** The first call whose prompt the window refuses. */
  readonly endsAtCall?: number
}

/** The conversation without context management: each request holds all that was said, until the window refuses. */
export interface Usual {
  hear(said: readonly Message[]): void
  call(moment: Moment, outputTokens: number): void
  total(): UsualTotal
}

export function createUsual({ opening, mostTokens, send, payer, paid }: UsualOptions): Usual {
  let messages = [...opening.messages]
  let calls = 0
  let endsAtCall: number | undefined
  /** Done when a user speaks, and not for each request: what is read again and again must be the very same list. */
  const forgetThinking = () => {
    const shown = dropOldThinking(messages)
    if (shown !== messages) messages = [...shown]
  }
  return {
    hear: (said) => {
      if (endsAtCall !== undefined) return
      for (const message of said) messages.push(send(message))
      if (payer().dropsThinking && said.some(({ role }) => role === 'user')) forgetThinking()
    },
    call: (moment, outputTokens) => {
      if (endsAtCall !== undefined) return
      const { bill, read } = payer()
      const request = { ...opening, messages }
      const asked = { request, read: read(request) }
      if (asked.read.prompt.tokens > mostTokens) {
        endsAtCall = calls + 1
        messages = []
        return
      }
      bill.call(asked, moment, outputTokens)
      calls++
    },
    total: () => ({ ...paid(), calls, ...(endsAtCall !== undefined && { endsAtCall }) }),
  }
}

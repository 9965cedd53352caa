import type { Attempts } from '@palimpsest/core/overflow'
import { freshAttempts } from '@palimpsest/core/overflow'
import type { Usage } from '@palimpsest/core/tokens'
import { shown } from '../options/check-context-options.ts'
import type { CallerSpan } from '../telemetry/caller-span.ts'
import { continuesThread } from '../wire/pass-reason.ts'
import { isAnswer } from '../wire/read-said.ts'
import type { PassReason, WireReply } from '../wire/wire-body.ts'
import type { ContextParts } from './conversation-memory.ts'
import { failedBody } from './failed-body.ts'
import { knownFormat } from './known-format.ts'
import { createMutex, type Mutex } from './mutex.ts'
import { type AskedHistory, observeSaid } from './observe-said.ts'
import {
  type BodyOutcome,
  type PassedBody,
  prepareAstray,
  prepareBody,
  type Recovery,
  type SentBody,
} from './prepare-body.ts'
import type { Prepared, PrepareOptions } from './prepared.ts'
import { type KeptMemory, keepMemory } from './ready-memory.ts'
import { recover } from './recover.ts'
import { thrownText } from './thrown-text.ts'

/** One conversation of a host in this process: its requests are prepared one at a time. */
export interface HostConversation {
  readonly id: string
  readonly kept: KeptMemory
  readonly alone: Mutex
  /** The newest request that was prepared: what is observed without one is an answer to it. */
  asked?: AskedHistory
  /** Settles when the last answer that came through `fetch` is noted. */
  heard?: Promise<void>
}

export function createHostConversation(parts: ContextParts, id: string): HostConversation {
  return { id, kept: keepMemory(parts, id), alone: createMutex() }
}

/** Prepares a request. It never throws, unless it is told to stop. */
export async function prepareRequest<B extends object>(
  parts: ContextParts,
  conversation: HostConversation,
  body: B,
  { format: named, ...others }: PrepareOptions = {},
): Promise<Prepared<B>> {
  others.signal?.throwIfAborted()
  if (parts.settings.mode === 'off') return passed(body, 'off')
  const format = knownFormat(named, parts.emit)
  const options: PrepareOptions = { ...others, ...(format && { format }) }
  const span = parts.findSpan(conversation.id)
  const outcome = await attempt(parts, conversation, { body, options })
  return preparedOf(parts, conversation, { body, options, outcome, span, attempts: undefined, retries: 0 })
}

async function attempt(
  parts: ContextParts,
  conversation: HostConversation,
  given: { readonly body: object; readonly options: PrepareOptions },
  recovery: Recovery = {},
): Promise<BodyOutcome> {
  const { signal } = given.options
  return conversation.alone(async () => {
    try {
      const outcome = await prepareBody(parts, conversation.kept, given, recovery)
      signal?.throwIfAborted()
      return outcome
    } catch (error) {
      signal?.throwIfAborted()
      parts.emit({ kind: 'problem', conversation: conversation.id, at: 'build', message: thrownText(error) })
      return attemptAstray(parts, conversation, given)
    }
  })
}

/** What is known of the conversation may be what is wrong: the body alone may do. */
async function attemptAstray(
  parts: ContextParts,
  { id, kept }: HostConversation,
  given: { readonly body: object; readonly options: PrepareOptions },
): Promise<BodyOutcome> {
  const { body, options } = given
  const failed = failedBody(kept, body, options)
  try {
    return await prepareAstray(parts, kept, given)
  } catch (error) {
    options.signal?.throwIfAborted()
    parts.emit({ kind: 'problem', conversation: id, at: 'build', message: thrownText(error) })
    return failed
  }
}

interface Attempted<B> {
  readonly body: B
  readonly options: PrepareOptions
  readonly outcome: BodyOutcome
  readonly span: CallerSpan | undefined
  readonly attempts: Attempts | undefined
  readonly retries: number
}

/** A request is made smaller at most so often. */
const mostRetries = 2

function preparedOf<B extends object>(
  parts: ContextParts,
  conversation: HostConversation,
  { body, options, outcome, span, attempts: before, retries }: Attempted<B>,
): Prepared<B> {
  if (outcome.kind === 'passed') return passedOf(parts, conversation, body, { outcome, span })
  const { promptTokens, model, outcome: compaction } = outcome.prepared
  const asked = tellAsked(askedOf(outcome), span)
  conversation.asked = asked
  if (compaction?.kind === 'committed') span?.compacted(compaction.receipt)
  const { maxTokens } = model
  const mayCompact = parts.settings.isEnabled
  const fresh = { promptTokens, mayCompact, ...(maxTokens > 0 && { maxTokens }) }
  const attempts = before === undefined ? freshAttempts(fresh) : { ...before, ...fresh }
  return {
    body: outcome.body as B,
    changed: outcome.body !== body,
    promptTokens,
    ...(compaction?.kind === 'committed' && { receipt: compaction.receipt }),
    observe: observer(parts, conversation, asked),
    retry: async (refusal) => {
      options.signal?.throwIfAborted()
      const next = retries < mostRetries ? recover(parts, { body: outcome.body, model, attempts }, refusal) : undefined
      if (next === undefined) return undefined
      const again = await attempt(parts, conversation, { body, options }, next.recovery)
      if (again.kind === 'passed' || isSame(again, outcome)) return undefined
      return preparedOf(parts, conversation, {
        body,
        options,
        outcome: again,
        span,
        attempts: next.attempts,
        retries: retries + 1,
      })
    },
  }
}

function passedOf<B extends object>(
  parts: ContextParts,
  conversation: HostConversation,
  body: B,
  { outcome, span }: { readonly outcome: PassedBody; readonly span: CallerSpan | undefined },
): Prepared<B> {
  parts.emit({ kind: 'passed', conversation: conversation.id, reason: outcome.reason })
  if (!parts.isThreadTold && continuesThread(outcome.body)) {
    parts.isThreadTold = true
    parts.emit({ kind: 'problem', conversation: conversation.id, at: 'thread', message: threadAdvice })
  }
  const asked = outcome.asked && tellAsked(outcome.asked, span)
  if (asked !== undefined) conversation.asked = asked
  return {
    ...passed(outcome.body as B, outcome.reason, outcome.body !== body),
    observe: observer(parts, conversation, asked),
  }
}

const threadAdvice =
  'The provider keeps this conversation as a thread, so it is left alone. Turn that off with `thread: false`.'

function tellAsked(asked: AskedHistory, span: CallerSpan | undefined): AskedHistory {
  span?.asked(asked.model.name)
  return span === undefined ? asked : { ...asked, span }
}

function isSame(one: SentBody, other: SentBody): boolean {
  const [a, b] = [one.prepared.messages, other.prepared.messages]
  return one.body === other.body || (a.length === b.length && a.every((message, i) => message === b[i]))
}

function askedOf({ read, prepared }: SentBody): AskedHistory {
  const { model, estimatedTokens, promptTokens, askedAt } = prepared
  const { format, messages } = read.history
  const isPartial = read.history.unread !== undefined
  return { format, messages, isPartial, model, estimatedTokens, promptTokens, askedAt }
}

function passed<B extends object>(body: B, reason: PassReason, changed = false): Prepared<B> {
  return { body, changed, passed: reason, retry: async () => undefined, observe: async () => {} }
}

function observer(parts: ContextParts, conversation: HostConversation, asked: AskedHistory | undefined) {
  return (said: WireReply | Usage) =>
    asked === undefined ? Promise.resolve() : observe(parts, conversation, said, asked)
}

/** Notes an answer. It never throws. */
export async function observe(
  parts: ContextParts,
  conversation: HostConversation,
  said: WireReply | Usage,
  asked: AskedHistory | undefined = conversation.asked,
): Promise<void> {
  if (parts.settings.mode === 'off') return
  if (!isAnswer(said)) {
    const message = `observe takes a reply, or what was counted for it. It was given ${shown(said)} that is neither.`
    parts.emit({ kind: 'problem', conversation: conversation.id, at: 'observe', message })
    return
  }
  if (asked === undefined) return
  await conversation.alone(async () => {
    try {
      await observeSaid(parts, conversation.kept, asked, said)
    } catch (error) {
      parts.emit({ kind: 'problem', conversation: conversation.id, at: 'observe', message: thrownText(error) })
    }
  })
}

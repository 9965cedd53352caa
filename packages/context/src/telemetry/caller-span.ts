import type { AttributeValue, Span } from '@opentelemetry/api'
import type { Receipt } from '@palimpsest/core/engine'
import { addUsage, type BilledUsage, promptTokens, type Usage } from '@palimpsest/core/tokens'

/** The span in which a request was made, told about it by the GenAI conventions and never about what was said. */
export interface CallerSpan {
  asked(model: string): void
  compacted(receipt: Receipt): void
  observed(usage: BilledUsage, model: string | undefined): void
}

/** Finds the span in which the caller runs. */
export type FindSpan = (conversation: string) => CallerSpan | undefined

type Api = Pick<typeof import('@opentelemetry/api'), 'trace'>

/** A name that bundlers do not follow: the package is there only where its host installed it. */
const apiName: string = '@opentelemetry/api'

/** Finds spans by the API of OpenTelemetry; where it is not installed there are none. */
export async function findSpans(): Promise<FindSpan> {
  const api = await import(apiName).then(
    (found) => found as Api,
    () => undefined,
  )
  return (conversation) => {
    const span = api?.trace.getActiveSpan()
    return span?.isRecording() ? callerSpan(span, conversation) : undefined
  }
}

/** A span may be around several requests: their sum is what it took. */
const taken = new WeakMap<Span, Usage>()

function callerSpan(span: Span, conversation: string): CallerSpan {
  span.setAttribute('gen_ai.conversation.id', conversation)
  return {
    asked: (model) => {
      span.setAttribute('gen_ai.request.model', model)
    },
    compacted: ({ trigger, engine, tokens, messages, costUsd, ms }) => {
      const about: Readonly<Record<string, AttributeValue | undefined>> = {
        'gen_ai.conversation.id': conversation,
        'palimpsest.compaction.trigger': trigger,
        'palimpsest.compaction.engine': engine,
        'palimpsest.compaction.tokens.before': tokens.before,
        'palimpsest.compaction.tokens.after': tokens.after,
        'palimpsest.compaction.messages.before': messages.before,
        'palimpsest.compaction.messages.after': messages.after,
        'palimpsest.compaction.cost_usd': costUsd,
        'palimpsest.compaction.duration_ms': ms,
      }
      span.addEvent('palimpsest.compaction', known(about))
    },
    observed: (usage, model) => {
      const sum = addUsage(taken.get(span) ?? {}, usage)
      taken.set(span, sum)
      span.setAttributes(
        known({
          'gen_ai.response.model': model,
          'gen_ai.usage.input_tokens': promptTokens(sum),
          'gen_ai.usage.output_tokens': sum.output,
          'gen_ai.usage.cache_read.input_tokens': sum.cacheRead,
          'gen_ai.usage.cache_creation.input_tokens': sum.cacheWrite,
          'gen_ai.usage.reasoning.output_tokens': sum.reasoning,
        }),
      )
    },
  }
}

function known(about: Readonly<Record<string, AttributeValue | undefined>>): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(about).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

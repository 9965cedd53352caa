import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ConversationId } from '@palimpsest/core/store'
import type { TurnAnswer } from '../agents/gateway-agent.ts'
import { errorType, type TurnTrace, usageAttributes, withTurnTrace } from './turn-trace.ts'

/** The turn that a span is about. */
export interface TracedTurn {
  readonly conversation: ConversationId
  readonly channel: string
}

/** Runs a turn in a span of the GenAI conventions; without an SDK that costs next to nothing. */
export function traceTurn({ conversation, channel }: TracedTurn, run: () => Promise<TurnAnswer>): Promise<TurnAnswer> {
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'palimpsest',
    'gen_ai.conversation.id': conversation,
    'palimpsest.channel': channel,
  }
  const tracer = trace.getTracer('@palimpsest/gateway')
  return tracer.startActiveSpan('invoke_agent palimpsest', { kind: SpanKind.INTERNAL, attributes }, async (span) => {
    const turn: TurnTrace = { span, usage: undefined }
    try {
      const answer = await context.with(withTurnTrace(context.active(), turn), run)
      tellOutcome(span, answer, turn)
      return answer
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', errorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** What the calls took counts; an agent that tells of no calls may still tell what its answer took. */
function tellOutcome(span: Span, answer: TurnAnswer, turn: TurnTrace): void {
  span.setAttribute('palimpsest.outcome', answer.kind)
  const usage = turn.usage ?? (answer.kind === 'answered' ? answer.usage : undefined)
  if (usage !== undefined) span.setAttributes(usageAttributes(usage))
  if (answer.kind !== 'refused') return
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', 'refused')
}

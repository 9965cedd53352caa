import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ConversationId } from '@palimpsest/core/store'
import type { TurnAnswer } from '../agents/gateway-agent.ts'

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
    try {
      const answer = await run()
      span.setAttributes(outcomeOf(answer))
      return answer
    } catch (error) {
      // The message of an error may quote what was said, so only its name is told.
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  })
}

function outcomeOf(answer: TurnAnswer): Attributes {
  const usage = answer.kind === 'answered' ? answer.usage : undefined
  return {
    'palimpsest.outcome': answer.kind,
    ...(usage?.input !== undefined && {
      'gen_ai.usage.input_tokens': usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0),
    }),
    ...(usage?.output !== undefined && { 'gen_ai.usage.output_tokens': usage.output }),
  }
}

import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Usage } from '@palimpsest/core/tokens'
import { errorType, noteModelCall, usageAttributes } from './turn-trace.ts'

/** A call of a model that a span is about. */
export interface TracedModelCall {
  /** The provider's name in the settings. */
  readonly provider: string
  readonly model: string
  readonly maxTokens: number
}

/** The part of a reply that a span tells; nothing of what was said. */
interface TracedReply {
  readonly usage: Usage
  readonly message: { readonly model?: string }
}

/** Names that differ from those of the conventions. */
const providerNames: Readonly<Record<string, string>> = { 'openai-responses': 'openai' }

/** Calls a model in a span of the GenAI conventions; without an SDK that costs next to nothing. */
export function traceModelCall<Reply extends TracedReply>(
  { provider, model, maxTokens }: TracedModelCall,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const asked = { 'gen_ai.provider.name': providerNames[provider] ?? provider, 'gen_ai.request.model': model }
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.max_tokens': maxTokens, ...asked }
  const tracer = trace.getTracer('@palimpsest/gateway')
  return tracer.startActiveSpan(`chat ${model}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      const reply = await run()
      span.setAttributes(usageAttributes(reply.usage))
      if (reply.message.model !== undefined) span.setAttribute('gen_ai.response.model', reply.message.model)
      noteModelCall(asked, reply.usage)
      return reply
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', errorType(error))
      noteModelCall(asked, undefined)
      throw error
    } finally {
      span.end()
    }
  })
}

import { isList, type JsonObject } from '@palimpsest/core/json'
import { type Answer, mintId } from '../answer.ts'
import { calledTool } from './called-tool.ts'
import { sealedSummary, sealedThinking } from './sealed-content.ts'

/** A reply as the Responses API delivers it whole. */
export function responseOf(answer: Answer): JsonObject {
  const isCut = isIncomplete(answer)
  return {
    ...openResponse(answer),
    status: isCut ? 'incomplete' : 'completed',
    completed_at: isCut ? null : Math.floor(answer.createdMs / 1000),
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: compactionOf(answer) ?? answer.said.map((_, i) => itemOf(answer, i)),
    usage: responsesUsage(answer),
  }
}

/** A reply may end before its first token; one that was never asked for does not end early. */
export function isIncomplete({ stop, isUnasked }: Answer): boolean {
  return stop === 'length' && !isUnasked
}

/** The response before anything was said: it repeats the request. */
export function openResponse({ n, asked, model, createdMs }: Answer): JsonObject {
  return {
    id: mintId('resp_', n),
    object: 'response',
    created_at: Math.floor(createdMs / 1000),
    status: 'in_progress',
    background: false,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: asked.instructions ?? null,
    max_output_tokens: asked.max_output_tokens ?? null,
    metadata: asked.metadata ?? {},
    model,
    output: [],
    parallel_tool_calls: asked.parallel_tool_calls ?? true,
    previous_response_id: asked.previous_response_id ?? null,
    reasoning: asked.reasoning ?? { effort: null, summary: null },
    service_tier: 'default',
    store: asked.store ?? true,
    temperature: asked.temperature ?? 1,
    text: asked.text ?? { format: { type: 'text' } },
    tool_choice: asked.tool_choice ?? 'auto',
    tools: asked.tools ?? [],
    top_p: asked.top_p ?? 1,
    truncation: asked.truncation ?? 'disabled',
    usage: null,
    user: asked.user ?? null,
  }
}

/** Returns the whole answer to a compaction request: one item that represents the conversation from then on. */
export function compactionOf({ n, asked }: Answer): readonly JsonObject[] | undefined {
  const summary = sealedSummary(asked)
  return summary === undefined
    ? undefined
    : [{ id: mintId('cmp_', n, 0), type: 'compaction', encrypted_content: summary }]
}

export function mintItemId({ n, said, asked }: Answer, index: number): string {
  const piece = said[index]
  switch (piece?.type) {
    case undefined:
    case 'text':
      return mintId('msg_', n, index)
    case 'thinking':
      return mintId('rs_', n, index)
    case 'tool-call':
      return mintId(calledTool(piece, asked).kind === 'custom' ? 'ctc_' : 'fc_', n, index)
  }
}

/** One thing said, as an output item; the last of a reply that ended early is cut. */
export function itemOf(answer: Answer, index: number): JsonObject {
  const isCut = isIncomplete(answer) && index === answer.said.length - 1
  return writeItem(answer, index, isCut ? 'incomplete' : 'completed')
}

/** An output item before anything of it was said. */
export function openItemOf(answer: Answer, index: number): JsonObject {
  return writeItem(answer, index, 'in_progress')
}

function writeItem(answer: Answer, index: number, status: 'in_progress' | 'completed' | 'incomplete'): JsonObject {
  const piece = answer.said[index]
  const id = mintItemId(answer, index)
  const isOpen = status === 'in_progress'
  switch (piece?.type) {
    case undefined:
      return {}
    case 'text':
      return { id, type: 'message', status, role: 'assistant', content: isOpen ? [] : [textPart(piece.text)] }
    case 'thinking':
      return {
        id,
        type: 'reasoning',
        summary: isOpen ? [] : [{ type: 'summary_text', text: piece.text }],
        ...(wantsSeals(answer) && { encrypted_content: piece.encrypted ?? sealedThinking(piece.text) }),
      }
    case 'tool-call': {
      const { kind, input, ...group } = calledTool(piece, answer.asked)
      const call = { status, call_id: piece.callId, name: piece.name, ...group }
      return kind === 'custom'
        ? { id, type: 'custom_tool_call', ...call, input: isOpen ? '' : input }
        : { id, type: 'function_call', ...call, arguments: isOpen ? '' : input }
    }
  }
}

/** Callers that keep a conversation themselves get the model's thinking in a form that can be sent back. */
function wantsSeals({ asked: { include } }: Answer): boolean {
  return isList(include) && include.includes('reasoning.encrypted_content')
}

export function textPart(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

/** Usage in the shape of Responses: cached tokens are inside the input's. Written ones have had two names. */
function responsesUsage({ usage, outputTokens, reasoningTokens, tellsWrites }: Answer): JsonObject {
  const { plain, read, write5m, write1h } = usage
  const inputTokens = plain + read + write5m + write1h
  const written = write5m + write1h
  return {
    input_tokens: inputTokens,
    input_tokens_details: {
      cached_tokens: read,
      ...(tellsWrites && { cache_write_tokens: written, cache_creation_tokens: written }),
    },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  }
}

import { isList, type JsonObject } from '@palimpsest/core/json'
import { chatThinkingPlaces, type Violation } from '@palimpsest/core/testing'
import type { Answer } from '../answer.ts'
import type { Bound } from '../api.ts'
import { isBound, sealOf } from '../thinking-seal.ts'

/** Thinking as gateways to Claude hand it on, sealed: only what binds is, for nobody else asks for it back. */
export function detailsOf({ said, asked, binds }: Answer): readonly JsonObject[] {
  const thoughts = binds ? said.flatMap((piece) => (piece.type === 'thinking' ? [piece.text] : [])) : []
  const details: JsonObject[] = []
  for (const [index, text] of thoughts.entries()) {
    const detail = { type: 'reasoning.text', text, format: 'anthropic-claude-v1', index }
    const messages = [
      ...(isList(asked.messages) ? asked.messages : []),
      { role: 'assistant', reasoning_details: [...details, detail] },
    ]
    const { prefix = '', previous } = chatThinkingPlaces({ ...asked, messages }).at(-1) ?? {}
    const before = typeof previous?.signature === 'string' && { previous: previous.signature }
    details.push({ ...detail, signature: sealOf(text, { prefix, ...before }) })
  }
  return details
}

/** Gateways pass on what Anthropic says about thinking that follows a different prompt. */
export function bindDetails(body: JsonObject): Bound | Violation {
  const loose = chatThinkingPlaces(body).find((place) => !isBound(place))
  if (loose === undefined) return { body, dropped: [] }
  const { path } = loose
  const fault = 'Invalid `signature` in `thinking` block. The block is bound to a different conversation.'
  return { path, rule: 'thinking-bound', message: `${path}: ${fault} Remove the block.` }
}

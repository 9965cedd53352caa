import { isList, isObject, type JsonObject, parseJson } from '@palimpsest/core/json'
import { thinkingPlaces } from '@palimpsest/core/testing'
import type { Answer } from '../answer.ts'
import { sealOf } from '../thinking-seal.ts'

type Said = Answer['said']

/** The content of a reply, its thinking sealed. */
export function blocksOf({ said, asked, binds }: Answer): readonly JsonObject[] {
  if (!binds || !said.some(({ type }) => type === 'thinking')) return said.map((piece) => blockOf(piece))
  const blocks: JsonObject[] = []
  for (const piece of said) {
    const block = blockOf(piece)
    blocks.push(
      piece.type === 'thinking' ? { ...block, signature: bondedSeal(piece.text, asked, [...blocks, block]) } : block,
    )
  }
  return blocks
}

function bondedSeal(text: string, asked: JsonObject, content: readonly JsonObject[]): string {
  const messages = [...(isList(asked.messages) ? asked.messages : []), { role: 'assistant', content }]
  const { prefix = '', previous } = thinkingPlaces({ ...asked, messages }).at(-1) ?? {}
  const before = previous?.signature ?? previous?.data
  return sealOf(text, { prefix, ...(typeof before === 'string' && { previous: before }) })
}

function blockOf(piece: Said[number]): JsonObject {
  switch (piece.type) {
    case 'text':
      // No `citations: null`, though the SDK's types allow it: clients that check replies (@ai-sdk/anthropic 3) refuse it.
      return { type: 'text', text: piece.text }
    case 'thinking':
      return { type: 'thinking', thinking: piece.text, signature: piece.signature ?? sealOf(piece.text) }
    case 'tool-call': {
      const input = parseJson(piece.arguments)
      return {
        type: 'tool_use',
        id: piece.callId,
        name: piece.name,
        input: isObject(input) ? input : {},
        caller: { type: 'direct' },
      }
    }
  }
}

import { isObject, type JsonObject, parseJson } from '@palimpsest/core'
import { digest } from '../../billing/digest.ts'
import type { Said } from '../../model/model.ts'

const sealPrefix = 'sim-'

/** The content of a reply. */
export function blockOf(piece: Said[number]): JsonObject {
  switch (piece.type) {
    case 'text':
      return { type: 'text', text: piece.text, citations: null }
    case 'thinking':
      return { type: 'thinking', thinking: piece.text, signature: piece.signature ?? seal(piece.text) }
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

/** Whether thinking that carries one of our seals is still as it was sealed; seals of others are believed. */
export function isGenuine({ thinking, signature }: JsonObject): boolean {
  if (typeof signature !== 'string' || !signature.startsWith(sealPrefix)) return true
  return typeof thinking === 'string' && signature === seal(thinking)
}

function seal(text: string): string {
  return `${sealPrefix}${digest(text)}`
}

import { callId, type Message, type Part } from '@palimpsest/core/message'
import type { Said, SimulatedModel } from './model.ts'

/** A model that says again what the assistant of a transcript said, message by message. */
export function replayed(messages: readonly Message[]): SimulatedModel {
  const replies = messages.flatMap((message) => (message.role === 'assistant' ? [sayable(message.parts)] : []))
  let turn = 0
  return () => replies[turn++]
}

function sayable(parts: readonly Part[]): Said {
  const said = parts.flatMap(sayPart)
  return said.length === 0 ? [{ type: 'text', text: '…' }] : said
}

/** Returns what every API can deliver; blocks that only their own format knows are left out. */
function sayPart(part: Part): Said {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text === '' ? [] : [{ type: part.type, text: part.text }]
    case 'tool-call':
      return [{ type: 'tool-call', callId: plainId(part.callId), name: part.name, arguments: argumentsOf(part) }]
    case 'image':
    case 'file':
    case 'opaque':
      return []
  }
}

/** Ids in the alphabet and length that all providers take back. */
function plainId(id: string) {
  return callId(id.replace(/[^\w-]/g, '_').slice(0, 40) || 'call')
}

function argumentsOf(part: Extract<Part, { type: 'tool-call' }>): string {
  if (part.freeform) return JSON.stringify({ input: part.arguments })
  return part.arguments === '' ? '{}' : part.arguments
}

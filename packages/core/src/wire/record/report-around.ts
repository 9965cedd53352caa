import { isObject } from '../../json.ts'
import type { Format, Message, Transcript } from '../../message/message.ts'
import type { Writer } from '../writer.ts'
import { gatherResults } from './gather-results.ts'

/** Reports what a record of a conversation has no place for: the request around it, and results far from their calls. */
export function reportAround(transcript: Transcript, format: Format, writer: Writer): void {
  const { messages, model, residue, tools } = transcript
  writer.at(undefined)
  if (tools !== undefined && tools.length > 0) writer.lose('tools', `${tools.length} tool definitions`)
  if (residue?.format !== format) {
    const isKnown = messages.some((message) => message.role === 'assistant' && message.model === model)
    if (model !== undefined && !isKnown) writer.lose('setting', 'model')
    if (isObject(residue?.fields.extra)) writer.lose('setting', Object.keys(residue.fields.extra).join(', '))
  }
  reportMoves(messages, writer)
}

/** A reader moves every result up to its call. */
function reportMoves(messages: readonly Message[], writer: Writer): void {
  gatherResults(messages).forEach((message, index) => {
    if (message === messages[index] || message.role !== 'tool') return
    writer.at(messages.indexOf(message))
    writer.lose('order', 'a result apart from its call')
  })
}

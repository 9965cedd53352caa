import type { Message, Transcript } from '../../message/message.ts'
import { describeOpaque } from '../opaque.ts'
import { reportAround } from '../record/report-around.ts'
import type { Writer } from '../writer.ts'
import { claudeCodeFormat } from './session-line-record.ts'

/** Reports what a session file has no place for. */
export function reportUnsaid(transcript: Transcript, writer: Writer): void {
  reportAround(transcript, claudeCodeFormat, writer)
  transcript.messages.forEach((message, index) => {
    writer.at(index)
    reportMessage(message, writer)
  })
}

/**
 * True when a session file can hold a message at all. System messages are never written to one: Claude Code
 * regenerates them for each request. To these files they are blocks of another format, so they are reported as
 * `opaque`.
 */
export function isSayable(message: Message): boolean {
  const [first] = message.parts
  return message.role !== 'system' && !(first?.type === 'opaque' && first.whole)
}

function reportMessage(message: Message, writer: Writer): void {
  const [first] = message.parts
  if (message.role === 'system') writer.lose('opaque', 'a system message')
  else if (first?.type === 'opaque' && first.whole) writer.lose('opaque', describeOpaque(first))
  for (const part of message.parts) {
    if (part.type === 'thinking' && part.encrypted !== undefined) writer.lose('seal', 'encrypted reasoning')
  }
}

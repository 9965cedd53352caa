import type { Shown } from '../../contract/occasion.ts'

const mostCalls = 6

/** The arguments of the last calls of a view, as text: they say what the work is about. */
export function recentCalls(view: readonly Shown[]): string {
  const calls: string[] = []
  for (let at = view.length - 1; at >= 0 && calls.length < mostCalls; at--) {
    const message = view[at]?.message
    if (message?.role !== 'assistant') continue
    for (const part of message.parts) if (part.type === 'tool-call') calls.push(part.arguments.slice(0, mostChars))
  }
  return calls.join('\n')
}

/** Of a call that writes a file, the beginning says what it is about. */
const mostChars = 4_000

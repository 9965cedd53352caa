import { runtimeElements } from '../../ledger/authorship/runtime-elements.ts'

/** A stretch of a user message: said by the user, or added to it by the program that ran the conversation. */
export interface MessageSpan {
  readonly text: string
  readonly injected: boolean
}

const opening = new RegExp(`<(${runtimeElements.join('|')})(?:\\s[^<>]{0,200})?>`, 'g')

/** Splits a user message by who speaks. Joined again, the stretches are the text. */
export function splitInjected(text: string): readonly MessageSpan[] {
  const stretches: MessageSpan[] = []
  const unclosed = new Set<string>()
  let done = 0
  opening.lastIndex = 0
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const end = unclosed.has(match[1] ?? '') ? -1 : endOf(text, match)
    if (end < 0) unclosed.add(match[1] ?? '')
    else {
      if (match.index > done) stretches.push({ text: text.slice(done, match.index), injected: false })
      stretches.push({ text: text.slice(match.index, end), injected: true })
      done = end
      opening.lastIndex = end
    }
  }
  if (done < text.length) stretches.push({ text: text.slice(done), injected: false })
  return stretches
}

function endOf(text: string, match: RegExpExecArray): number {
  const close = `</${match[1]}>`
  const at = text.indexOf(close, match.index + match[0].length)
  return at < 0 ? -1 : at + close.length
}

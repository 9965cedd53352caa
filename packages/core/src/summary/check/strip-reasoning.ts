const names = ['think', 'thinking', 'reasoning', 'thought', 'analysis'] as const

/**
 * An answer without the model's thinking. Closed or not, a tag counts where a line begins, so that a
 * summary may speak of such tags; a closing tag alone ends thinking whose opening the provider swallowed.
 */
export function stripReasoning(text: string): string {
  let rest = plain(text)
  for (const name of names) rest = stripOne(rest, name)
  return unfence(rest.trim())
}

const controls = /(?![\t\n\r])\p{Cc}(?:\[[0-9;?]*[@-~])?/gu

/** Programs write for terminals: colours and other signs for them are no part of what they say. */
function plain(text: string): string {
  return text.replace(controls, '')
}

function stripOne(text: string, name: string): string {
  const rest = withoutBlocks(text, name)
  const lone = new RegExp(`(?<![^\\n])[^\\n]*</${name}>[ \\t]*$`, 'im').exec(rest)
  if (lone === null || rest.slice(0, lone.index).includes(`<${name}>`) || lone[0].includes('`')) return rest
  return rest.slice(lone.index + lone[0].length)
}

function withoutBlocks(text: string, name: string): string {
  const open = new RegExp(`^[ \\t]*<${name}>`, 'gim')
  const close = new RegExp(`</${name}>(?:[ \\t]*<${name}>)?`, 'gi')
  const kept: string[] = []
  let from = 0
  for (let opening = open.exec(text); opening !== null; opening = open.exec(text)) {
    kept.push(text.slice(from, opening.index))
    from = endOfThinking(text, close, open.lastIndex)
    open.lastIndex = from
  }
  return [...kept, text.slice(from)].join('')
}

/** The end of the last of several blocks in a row; the end of the text when it is never closed. */
function endOfThinking(text: string, close: RegExp, from: number): number {
  close.lastIndex = from
  for (let closing = close.exec(text); closing !== null; closing = close.exec(text))
    if (closing[0].endsWith('>') && !closing[0].slice(1).includes('<')) return close.lastIndex
  return text.length
}

/** Some models hand a summary over as a code block. */
function unfence(text: string): string {
  const block = /^(`{3,})(?:markdown|md|text)?[ \t]*\n/i.exec(text)
  if (block === null || !text.endsWith(`\n${block[1]}`)) return text
  const inner = text.slice(block[0].length, text.length - (block[1]?.length ?? 0) - 1)
  return inner.includes(`\n${block[1]}`) ? text : inner.trim()
}

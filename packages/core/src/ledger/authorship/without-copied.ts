import { dividers, summaryMarker } from '../../sealed/wrap-summary.ts'

const sign = /\[(?:WORD FOR WORD|QUOTE |CONTEXT COMPACTION — )/
const quoted = /^[\s>]{0,8}\[(?:WORD FOR WORD\]|QUOTE [^\]\n]{1,60}\])/

/**
 * A text without what was copied into it from a summary: quotes in there were said elsewhere, or by nobody, and set no rule
 * for this conversation. A quote ends with its paragraph, a whole summary where it says so.
 */
export function withoutCopied(text: string): string {
  if (!sign.test(text)) return text
  const kept: string[] = []
  let leaves: 'paragraph' | 'summary' | undefined
  const lines = text.split('\n')
  const lastEnd = lines.findLastIndex(isEnd)
  for (const [at, line] of lines.entries()) {
    if (leaves === 'summary') leaves = isEnd(line) ? undefined : leaves
    else if (line.includes(summaryMarker) && at < lastEnd) leaves = 'summary'
    else if (quoted.test(line)) leaves = 'paragraph'
    else if (leaves === 'paragraph' && line.trim() !== '') continue
    else {
      leaves = undefined
      kept.push(line)
    }
  }
  return kept.join('\n')
}

function isEnd(line: string): boolean {
  return line.includes(dividers.end)
}

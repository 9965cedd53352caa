/**
 * A summary model for replays: it writes as much as it is asked to, in lines taken evenly from what it is shown. What it
 * says does not matter there, only how much.
 */
const aimed = /\((\d+) tokens\)/
const isHeading = (line) => line.startsWith('## ')
/** Lines of the material, not of the rules or of what fences it in. */
const isSaid = (line) => line.trim().length > 10 && !/^(\[|##|- )/.test(line)
const longestLine = 400
/** A little less than asked for, and room for the headings. */
const margin = 0.97
const headingTokens = 80

export function createSummaryWriter(counter) {
  const count = (text) => counter.part({ type: 'text', text })
  return {
    name: 'summary-writer',
    contextTokens: 200_000,
    async *write(prompt) {
      const end = prompt.lastIndexOf('That was the material')
      // Asked on top of a conversation, the question comes last, and what stands before it is the material.
      const rulesAt = end < 0 ? prompt.lastIndexOf('Rules:') : prompt.indexOf('Rules:')
      const asked = Math.max(0, prompt.lastIndexOf('Use exactly these headings', rulesAt))
      const headings = prompt.slice(asked, rulesAt).split('\n').filter(isHeading)
      const material = end < 0 ? prompt.slice(0, asked) : prompt.slice(rulesAt, end)
      const lines = material
        .split('\n')
        .filter(isSaid)
        .map((line) => line.slice(0, longestLine))
      const tokens = lines.reduce((sum, line) => sum + count(line) + 1, 0)
      const wanted = Number(aimed.exec(prompt.slice(rulesAt))?.[1]) * margin - headingTokens
      yield inSections(headings, evenly(lines, wanted / tokens))
    },
  }
}

/** Every so many lines, so that this share of them is taken. */
function evenly(lines, share) {
  return lines.filter((_, i) => Math.floor((i + 1) * share) > Math.floor(i * share))
}

function inSections(headings, lines) {
  const each = Math.ceil(lines.length / headings.length)
  const text = (i) => lines.slice(i * each, (i + 1) * each).join('\n') || 'None.'
  return headings.map((heading, i) => `${heading}\n${text(i)}`).join('\n\n')
}

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
      const rulesAt = prompt.indexOf('Rules:')
      const headings = prompt.slice(0, rulesAt).split('\n').filter(isHeading)
      const material = prompt.slice(rulesAt, prompt.lastIndexOf('That was the material'))
      const lines = material
        .split('\n')
        .filter(isSaid)
        .map((line) => line.slice(0, longestLine))
      const tokens = lines.reduce((sum, line) => sum + count(line) + 1, 0)
      const wanted = Number(aimed.exec(prompt)?.[1]) * margin - headingTokens
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

/**
 * A summary model for replays: it writes as much as it is asked to. It names files, failures and choices, as a good one
 * does, so that it need not be asked again; the rest are lines taken evenly from what it is shown.
 */
import { decisionsOf, isFailureLine } from './survival/said.mjs'

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
      const wanted = Number(aimed.exec(prompt.slice(rulesAt))?.[1]) * margin - headingTokens
      const notable = notables(material).flatMap(({ share, texts }) => within(texts, wanted * share, count))
      const tokens = lines.reduce((sum, line) => sum + count(line) + 1, 0)
      const left = wanted - notable.reduce((sum, line) => sum + count(line) + 1, 0)
      yield inSections(headings, [...notable, ...evenly(lines, left / tokens)])
    },
  }
}

const pathWord = /(?:[\w.@+~-]*\/)+[\w.@+-]+\.\w{1,8}\b/g

/** Failures, choices and files, those that came last first, and what each may take of a summary. */
function notables(material) {
  const alike = (line) => line.replace(/\d+/g, '#')
  const last = (lines) => [...new Map(lines.map((line) => [alike(line), line])).values()].toReversed()
  const lines = material.split('\n').map((line) => line.trim().slice(0, longestLine))
  const failures = lines.filter((line) => line.length < 300 && !/^(\[|##)/.test(line) && isFailureLine(line))
  return [
    { share: 0.25, texts: last(failures) },
    { share: 0.15, texts: last(decisionsOf(material)) },
    { share: 0.3, texts: [...new Set((material.match(pathWord) ?? []).toReversed())] },
  ]
}

function within(lines, mostTokens, count) {
  let left = mostTokens
  return lines.filter((line) => {
    left -= count(line) + 1
    return left >= 0
  })
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

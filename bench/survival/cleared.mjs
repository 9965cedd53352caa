/**
 * What the one line in place of a cleared result is worth: values of the result that the agent writes within twenty
 * steps after a compaction, and that nothing else in the view shows. Measured are the line that only says what ran and
 * how it ended, the line as it is, and the first one with the rest of its tokens spent on the ends of the newest results.
 */
import { createCounter } from '@palimpsest/core/tokens'
import { replayed, saidOf, stepsAfter } from './needed.mjs'
import { sessionsOf } from './sessions.mjs'
import { hasWord, textOfChat, wordsOf } from './words.mjs'

const windows = [32_000, 64_000, 200_000]
const kinds = ['numbers', 'identifiers', 'paths']
const ways = ['plain line', 'line of now', 'plain, newest ends']

/** @param {{ readonly folder?: string, readonly windowTokens?: number, readonly create?: unknown }} options */
export async function run(options = {}) {
  const sessions = sessionsOf(options)
  const tables = []
  for (const windowTokens of options.windowTokens === undefined ? windows : [options.windowTokens]) {
    const counts = zero()
    for (const { transcript } of sessions) await addSession(counts, transcript, { ...options, windowTokens })
    if (counts.lines > 0) tables.push(tableOf(windowTokens, counts))
  }
  return { tables, goals: [] }
}

function zero() {
  const perKind = kinds.map((kind) => [
    kind,
    { needed: 0, elsewhere: 0, shown: Object.fromEntries(ways.map((way) => [way, 0])) },
  ])
  return { compactions: 0, lines: 0, plainTokens: 0, lineTokens: 0, ...Object.fromEntries(perKind) }
}

async function addSession(counts, transcript, { windowTokens, create }) {
  const counter = createCounter()
  const count = (text) => counter.part({ type: 'text', text })
  const { compactions } = await replayed(transcript, windowTokens, counter, create)
  const said = saidOf(transcript.messages)
  for (const { beforeCall, view } of compactions) {
    const cleared = clearedIn(view, said, count)
    if (cleared.lines.length > 0 && said.steps[beforeCall - 1] !== undefined)
      addCompaction(counts, said, beforeCall - 1, cleared)
  }
}

const ours = /^(\[[^\]\n]+\] .* -> .* \(#(\d+)\))(?:: .*)?$/

/** The lines of a view, each plain and with the result that it stands for, and all else that the view shows. */
function clearedIn(view, { messages, texts }, count) {
  const lines = []
  const rest = []
  for (const message of view) {
    const text = textOfChat(message)
    const [, plain, number] = (message.role === 'tool' && ours.exec(text)) || []
    const original = messages[Number(number)]?.role === 'tool' ? texts[Number(number)] : undefined
    if (original === undefined || original === text) rest.push(text)
    else lines.push({ line: text, plain, original, tokens: count(text), plainTokens: count(plain) })
  }
  return { lines, rest: rest.join('\n'), ends: endsOf(lines, count) }
}

/** As many tokens as the lines take more than plain ones, of the ends of the newest results. */
function endsOf(lines, count) {
  let room = lines.reduce((sum, { tokens, plainTokens }) => sum + tokens - plainTokens, 0)
  const ends = lines.map(() => '')
  for (let at = lines.length - 1; at >= 0 && room > 0; at--) {
    const { original } = lines[at]
    const tokens = count(original)
    ends[at] = tokens <= room ? original : original.slice(-Math.floor((original.length * room) / tokens))
    room -= tokens
  }
  return ends
}

function addCompaction(counts, said, step, { lines, rest, ends }) {
  counts.compactions++
  counts.lines += lines.length
  for (const { tokens, plainTokens } of lines) {
    counts.lineTokens += tokens
    counts.plainTokens += plainTokens
  }
  const views = {
    'plain line': lines.map(({ plain }) => plain).join('\n'),
    'line of now': lines.map(({ line }) => line).join('\n'),
    'plain, newest ends': lines.map(({ plain }, at) => `${plain}\n${ends[at]}`).join('\n'),
  }
  const originals = lines.map(({ original }) => original.replace(numbered, '')).join('\n')
  for (const { word, kind } of writtenAfter(said, step, originals)) {
    const tally = counts[kind]
    tally.needed++
    if (hasWord(rest, word, kind)) tally.elsewhere++
    else for (const way of ways) if (hasWord(views[way], word, kind)) tally.shown[way]++
  }
}

/** Numbers that a tool wrote before the lines of a file are no values of it. */
const numbered = /^ *\d+(?:→|\t|: |\. )/gm
const number = /(?<![\w.-])\d[\d,]*(?:\.\d+)?(?![\w-])/g
const valuesOf = (text) => ({
  ...wordsOf(text),
  numbers: new Set([...text.matchAll(number)].map(([word]) => word).filter((word) => word.length > 2)),
})

/** Values of cleared results that are written within the next steps and that nothing has shown since. */
function writtenAfter(said, step, originals) {
  const { texts, starts, steps, whole } = said
  const from = starts[steps[step]]
  const found = new Map()
  for (const at of stepsAfter(said, step)) {
    const values = valuesOf(texts[at])
    for (const kind of kinds) {
      for (const word of values[kind]) {
        if (found.has(word) || !hasWord(originals, word, kind)) continue
        if (!hasWord(whole, word, kind, { from, to: starts[at] - 1 })) found.set(word, { word, kind })
      }
    }
  }
  return found.values()
}

function tableOf(windowTokens, counts) {
  const share = (part, all) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`)
  const perLine = (tokens) => (tokens / counts.lines).toFixed(1)
  return {
    title: `Values of cleared results needed within 20 steps, window of ${windowTokens.toLocaleString('en')}`,
    heads: ['needed', 'elsewhere', 'in no line else', ...ways],
    rows: [
      ...kinds.map((kind) => {
        const { needed, elsewhere, shown } = counts[kind]
        const left = needed - elsewhere
        return {
          name: kind,
          cells: [needed, elsewhere, left, ...ways.map((way) => `${shown[way]} ${share(shown[way], left)}`)],
        }
      }),
      { name: 'lines', cells: [counts.lines, `${counts.compactions} compactions`] },
      {
        name: 'tokens of a line',
        cells: ['', '', '', perLine(counts.plainTokens), perLine(counts.lineTokens), perLine(counts.lineTokens)],
      },
    ],
  }
}

/** `npm run bench [-- store] [--json]`: prints every measurement and fails when a goal is missed. */
import { measureStore } from './store.mjs'
import { measureTokens, percent, signed } from './tokens.mjs'

const isStore = process.argv.includes('store')
const measured = isStore ? await measureStore() : measureTokens()
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`)
else if (isStore) printStore(measured)
else print(measured)
process.exitCode = measured.goals.every(({ met }) => met) ? 0 : 1

/** @param {Awaited<ReturnType<typeof measureStore>>} measured */
function printStore({ messages, raw, perSecond, textBytes, fileBytes, goals }) {
  line(`SQLite store, ${messages.toLocaleString('en')} messages\n`)
  row('appends', [`${Math.round(perSecond)}/s`])
  row('raw inserts of the same rows', [`${Math.round(raw)}/s`])
  row('text', [`${(textBytes / 1e6).toFixed(1)} MB`])
  row('file', [`${(fileBytes / 1e6).toFixed(1)} MB`])
  line('')
  printGoals(goals)
}

/** @param {ReturnType<typeof measureTokens>} measured */
function print({ accuracy, speed, linearity, goals }) {
  line('Tokens of o200k, on held-out text. Chunks have 2,000 characters; their error is the mean of absolute errors.\n')
  row('class', ['chars', 'exact', 'estimate', 'total', 'chunk', 'chars/4', 'its chunk'])
  for (const each of [...accuracy.classes, { kind: 'overall', ...accuracy.overall }])
    row(each.kind, [
      each.chars,
      each.tokens,
      each.estimate,
      signed(percent(each)),
      `${each.chunkPercent.toFixed(1)} %`,
      signed(percent({ estimate: each.quarter, tokens: each.tokens })),
      `${each.quarterChunkPercent.toFixed(1)} %`,
    ])
  line(`\nSpeed, warm, best of seven rounds over ${(speed.bytes / 1e6).toFixed(1)} MB of UTF-8\n`)
  const fastest = speed.megabytesPerSecond.estimateText ?? 0
  for (const [name, rate] of Object.entries(speed.megabytesPerSecond))
    row(name, [`${rate.toFixed(1)} MB/s`, `${(rate / fastest).toFixed(3)} of ours`])
  line('\nA run of one character, 1,000,000 beside 100,000\n')
  for (const { unit, ms, timesLonger } of linearity)
    row(JSON.stringify(unit), [`${(ms ?? 0).toFixed(1)} ms`, `${timesLonger.toFixed(1)} times`])
  line('')
  printGoals(goals)
}

/** @param {readonly { readonly goal: string, readonly met: boolean, readonly found: string }[]} goals */
function printGoals(goals) {
  for (const { goal, met, found } of goals) line(`${met ? 'PASS' : 'FAIL'}  ${goal}: ${found}`)
}

/** @param {string} title @param {readonly (string | number)[]} cells */
function row(title, cells) {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell))
  line(title.padEnd(36) + texts.map((text) => text.padStart(14)).join(''))
}

/** @param {string} text */
function line(text) {
  process.stdout.write(`${text}\n`)
}

/** `npm run bench [-- NAME] [FOLDER] [--json]`: prints every measurement and fails when a goal is missed. */
import { BenchError } from './bench-error.mjs'
import { printLcm } from './lcm/print.mjs'
import { percent, signed } from './tokens.mjs'

const benches = {
  tokens: { measure: async () => (await import('./tokens.mjs')).measureTokens(), print },
  store: { measure: async () => (await import('./store.mjs')).measureStore(), print: printStore },
  postgres: { measure: async () => (await import('./postgres.mjs')).measurePostgres(), print: printPostgres },
  cache: { measure: async () => (await import('./replay.mjs')).measureReplay(), print: printCache },
  replay: { measure: async () => (await import('./replay-speed.mjs')).measureReplaySpeed(), print: printReplay },
  compaction: { measure: async () => (await import('./compaction.mjs')).measureCompaction(), print: printCompaction },
  gateway: { measure: async () => (await import('./gateway.mjs')).measureGateway(), print: printGateway },
  context: { measure: async () => (await import('./context.mjs')).measureContext(), print: printContext },
  lcm: { measure: async () => (await import('./lcm.mjs')).measureLcm(), print: printLossless },
  survival: { measure: async () => (await import('./survival.mjs')).measureSurvival(), print: printSurvived },
}

const [name = 'tokens', folder] = process.argv
  .slice(2)
  .filter(
    (word, at, all) => !word.startsWith('-') && !['--window', '--only', '--summary-seconds'].includes(all[at - 1]),
  )
if (folder !== undefined) process.env.PALIMPSEST_TRANSCRIPTS = folder
const bench = benches[name]
if (bench === undefined) {
  process.stderr.write(`There is no bench "${name}". Try one of: ${Object.keys(benches).join(', ')}.\n`)
  process.exit(2)
}
const measured = await bench.measure().catch((error) => {
  if (!(error instanceof BenchError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
})
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`)
else await bench.print(measured)
process.exitCode = measured.goals.every(({ met }) => met) ? 0 : 1

function printContext({ historyTokens, quiet, parsed, compacted, growthMb, flatCalls, goals }) {
  line(`prepare beside a history of ${historyTokens.toLocaleString('en')} tokens, SQLite\n`)
  const times = ({ p50, p95, max }) => [p50, p95, max].map((ms) => `${ms.toFixed(1)} ms`)
  row('', ['p50', 'p95', 'max'])
  row('nothing due', times(quiet))
  row('nothing due, parsed anew', times(parsed))
  row('a compaction without a model', times(compacted))
  row(`heap, second half of ${flatCalls.toLocaleString('en')} calls`, [`${growthMb.toFixed(1)} MB more`])
  for (const { name, met } of goals) line(`${met ? 'met ' : 'MISS'}  ${name}`)
}

function printStore(measured) {
  const { messages, raw, rawWorker, perSecond, together, indexedPerSecond, textBytes, fileBytes, goals } = measured
  line(`SQLite store, ${messages.toLocaleString('en')} messages\n`)
  const ofRaw = (rate) => [`${Math.round(rate)}/s`, `${(rate / raw).toFixed(2)} of raw`]
  row('raw inserts of the same rows', ofRaw(raw))
  row('the same, in a worker', ofRaw(rawWorker))
  row('appends, one after the other', ofRaw(perSecond))
  row('raw inserts, 8 conversations in turn', [`${Math.round(together.raw)}/s`, '1.00 of raw'])
  row('appends, 8 conversations at once', [
    `${Math.round(together.perSecond)}/s`,
    `${(together.perSecond / together.raw).toFixed(2)} of raw`,
  ])
  row('indexing, afterwards', [`${Math.round(indexedPerSecond)}/s`])
  row('text', [`${(textBytes / 1e6).toFixed(1)} MB`])
  row('file', [`${(fileBytes / 1e6).toFixed(1)} MB`])
  line('')
  printGoals(goals)
}

function printPostgres({ messages, raw, perSecond, textBytes, fileBytes, goals }) {
  line(`Postgres store, ${messages.toLocaleString('en')} messages\n`)
  row('appends', [`${Math.round(perSecond)}/s`])
  row('raw inserts of the same rows', [`${Math.round(raw)}/s`])
  row('text', [`${(textBytes / 1e6).toFixed(1)} MB`])
  row('tables and indexes', [`${(fileBytes / 1e6).toFixed(1)} MB`])
  line('')
  printGoals(goals)
}

function printCache({ transcripts, recorded, rows, goals }) {
  if (recorded !== undefined) printRecorded(recorded)
  line(
    `Bills of ${transcripts} replayed transcripts: pauses human, none and as a gateway; a cached token at r of its price\n`,
  )
  const near = ({ anchored, oracle }) => (oracle === 0 ? '' : (anchored / oracle).toFixed(3))
  const worst = ({ worst: { ratio } }) => (ratio === 0 ? '' : ratio.toFixed(3))
  const titles = [
    'plain',
    'compacted',
    'worst',
    'kept plain',
    'compacted',
    'worst',
    'cheap',
    'cached',
    'long, cheap',
    'cached',
  ]
  row('cost / oracle; bill / original', titles)
  const shares = ({ cheap, cached }) => [cheap.toFixed(3), cached.toFixed(3)]
  for (const { gap, r, plain, compacted, keptPlain, keptCompacted, against } of rows) {
    row(`${gap} r=${r}`, [
      ...[near(plain), near(compacted), worst(compacted)],
      ...[near(keptPlain), near(keptCompacted), worst(keptCompacted)],
      ...shares(against.all),
      ...shares(against.longest),
    ])
  }
  line('')
  for (const { gap, r, wide } of rows) {
    if (Number.isNaN(wide)) continue
    line(`${gap} r=${r}: in a window of a million, economic costs ${wide.toFixed(3)} of fraction`)
  }
  line('')
  printGoals(goals)
}

function printRecorded({ rows, drawn }) {
  const [{ sessions }] = rows
  line(`Bills of ${sessions.length} sessions with the pauses that they had; whole bills, answers included\n`)
  const share = (one, other) => (one / other).toFixed(3)
  const [{ ours }] = sessions
  const wayNames = Object.keys(ours)
  for (const { r, sessions, sums, bounds } of rows) {
    row(`r=${r}: ours / the cheaper of 5m, 1h`, ['calls', ...wayNames, '5m / oracle', '1h / oracle', 'ours / oracle'])
    for (const { name, half, calls, ours, usual, cheaper, oracle } of sessions) {
      const [first] = wayNames
      row(`${half + 1} ${name}`.slice(0, 35), [
        calls,
        ...wayNames.map((way) => share(ours[way], cheaper)),
        ...[usual['5m'], usual['1h'], ours[first]].map((cost) => share(cost, oracle)),
      ])
    }
    line('')
    row(`r=${r}: sums`, ['/ oracle', '/ 5m', '/ 1h', '/ the cheaper', 'dearer'])
    for (const [which, { sessions, ours, usual, cheaper, oracle, dearer }] of Object.entries(sums)) {
      const against = (cost) => [oracle, usual['5m'], usual['1h'], cheaper].map((other) => share(cost, other))
      row(`${which}: system_and_3 5m`, against(usual['5m']))
      row(`${which}: system_and_3 1h`, against(usual['1h']))
      for (const way of wayNames)
        row(`${which}: ours, ${way}`, [...against(ours[way]), `${dearer[way]} of ${sessions}`])
    }
    printUncompacted(sums['all sessions'])
    printBounds(bounds)
  }
  row('drawn pauses, ours', ['r', 'seeds', '/ oracle', '/ 5m'])
  for (const { gap, r, seeds, ours, usual, oracle } of drawn)
    row(gap, [r, seeds, share(ours, oracle), share(ours, usual)])
  line('')
}

function printUncompacted({ sessions, uncompacted }) {
  line('')
  for (const [way, { ended, usualUsd, oursUsd, dearer }] of Object.entries(uncompacted)) {
    const bills = `$${usualUsd.toFixed(2)} without compaction, ours $${oursUsd.toFixed(2)} (${signed((oursUsd / usualUsd - 1) * 100)})`
    line(
      `${way}: ${ended} of ${sessions} end early without compaction; up to there ${bills}; ours is dearer in ${dearer}`,
    )
  }
}

function printBounds({ waits, usual: [, long, lost], blind, firstShort, likeness, regrets }) {
  const percents = [long, lost].map((share) => `${(share * 100).toFixed(0)} %`)
  line(
    `\nOf ${waits} waits for a person ${percents[0]} took 5 to 60 minutes and ${percents[1]} longer. Drawn anew from these,`,
  )
  line(
    `who knows the size of every prompt to come, but not the pauses, pays at least ${blind.toFixed(3)} of the oracle;`,
  )
  line(
    `who may buy no hour with the first call, at least ${firstShort.toFixed(3)} (sizes stand for sessions to ${likeness.toFixed(3)}).`,
  )
  const above = regrets.filter((regret) => regret > 1.03).length
  const [least, most] = [Math.min(...regrets), Math.max(...regrets)].map((regret) => regret.toFixed(3))
  line(
    `After the first turn of ${above} of ${regrets.length} sessions any policy pays more than 1.03 of the cheaper lifetime`,
  )
  line(`in one of two futures that it cannot tell apart (${least} to ${most}).\n`)
}

function printReplay({ name, sizes, growing, goals }) {
  line(`Replay of ${name} beside parsing it, in milliseconds: first round, median of warm rounds\n`)
  row('window, calls, compactions', ['parse', 'replay', 'ratio', 'parse', 'replay', 'ratio'])
  const times = ({ parseMs, replayMs, ratio }) => [parseMs.toFixed(0), replayMs.toFixed(0), ratio.toFixed(1)]
  const print = (window, { calls, compactions, first, warm }) =>
    row(`${window}, ${calls}, ${compactions}`, [...times(first), ...times(warm)])
  for (const { windowTokens, ...size } of sizes) print(windowTokens.toLocaleString('en'), size)
  for (const size of growing) print('endless', size)
  line('')
  printGoals(goals)
}

function printCompaction({ sizes, linear, goals }) {
  line('Planning a compaction: all but the call of a model\n')
  row('tokens', ['messages', 'JSON', 'first pass', 'later pass', 'longest stall'])
  for (const { tokens, messages, jsonMs, first, later, stall } of sizes)
    row(tokens.toLocaleString('en'), [messages, ...[jsonMs, first, later, stall].map((ms) => `${ms.toFixed(1)} ms`)])
  row('10,000 and 100,000 messages', [`${linear.few.toFixed(0)} ms`, `${linear.many.toFixed(0)} ms`])
  line('')
  printGoals(goals)
}

function printGateway({ goals, ...stores }) {
  for (const [kind, { bySize, starts, residentBytes }] of Object.entries(stores)) {
    line(`Gateway on ${kind}, beside the bare agent; processor milliseconds, transactions and rows are for each turn\n`)
    row('processes', ['turns/s', 'own CPU', 'provider', 'database', 'transactions', 'rows'])
    const cells = ({ perSecond, perTurn: { ownMs, providerMs, serverMs, transactions, rows } }) =>
      [perSecond, ownMs, providerMs, serverMs, transactions, rows].map((each) => each.toFixed(1))
    for (const { size, agents, gateways } of bySize) {
      row(`${size}, bare agent`, cells(agents))
      row(`${size}, gateway`, cells(gateways))
    }
    row(`from put to start, ${starts.count} messages`, [
      `p50 ${starts.p50} ms`,
      `p95 ${starts.p95} ms`,
      `p99 ${starts.p99} ms`,
    ])
    row(
      'resident memory, MB',
      residentBytes.map((bytes) => (bytes / 1e6).toFixed(0)),
    )
    line('')
  }
  printGoals(goals)
}

function printLossless(measured) {
  printLcm(measured, { row, line })
  printGoals(measured.goals)
}

async function printSurvived(measured) {
  const { printSurvival } = await import('./survival.mjs')
  await printSurvival(measured, { row, line })
  printGoals(measured.goals)
}

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

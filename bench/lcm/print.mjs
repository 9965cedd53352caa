/** Writes what the bench of the lossless engine measured; `row` and `line` are those of all benches. */
export function printLcm({ size, questions, transcripts }, { row, line }) {
  printSize(size, { row, line })
  printQuestions(questions, { row, line })
  if (transcripts !== undefined) printTranscripts(transcripts, { row, line })
}

const inMs = (ms) => `${ms.toFixed(2)} ms`

function printSize({ messages, build, few, many, tools, compaction, stalls }, { row, line }) {
  const { compactions, seconds, depth } = build
  line(`lcm in a conversation of ${messages.toLocaleString('en')} messages on SQLite, window of 200,000 tokens`)
  line(`${compactions} compactions, records of ${depth} depths, built in ${seconds.toFixed(0)} s\n`)
  row('before a request', ['in view', 'assembled', 'of all rounds', 'threshold', 'stall'])
  for (const [name, { entries, assembleMs, rawAssembleMs, checkMs, stallMs }] of Object.entries({
    'after 1,000': few,
    'after all': many,
  }))
    row(name, [entries, inMs(assembleMs), inMs(rawAssembleMs), inMs(checkMs), inMs(stallMs)])
  line('')
  row('tools', ['inputs', 'least p50', 'least p95', 'all p50', 'all p95', 'stall'])
  for (const [name, { count, p50, p95, rawP50, rawP95 }] of Object.entries(tools.results))
    row(name, [count, ...[p50, p95, rawP50, rawP95].map(inMs), stalls[name] === undefined ? '' : inMs(stalls[name])])
  row('one compaction by code', [4, '', '', inMs(compaction.ms), '', inMs(compaction.stallMs)])
  line(`scans went through: ${tools.covered}\n`)
}

function printQuestions({ rows }, { row, line }) {
  line('100 questions about facts that were said once, long ago; window of 64,000 tokens, no summary model\n')
  row('engine', ['compactions', 'from view', 'by tools', 'wrong', 'not at all', 'calls each', 'tokens each'])
  for (const { engineName, compactions, byView, byTools, wrong, unanswered, callsEach, tokensEach } of rows) {
    const span = `${Math.min(...compactions)} to ${Math.max(...compactions)}`
    row(engineName, [span, byView, byTools, wrong, unanswered, callsEach.toFixed(2), tokensEach.toFixed(0)])
  }
  for (const { engineName, missed } of rows)
    for (const { kind, question, by } of missed) line(`${engineName} missed (${kind}, ${by}): ${question}`)
  line('')
}

function printTranscripts({ files, rows }, { row, line }) {
  line(`Replays of ${files} transcripts; sums, and of prompts the largest\n`)
  const titles = ['cost', 'summaries', 'largest', 'compactions', 'model asked', 'refused', 'failed', 'lost']
  row('window, records by, engine', titles)
  const named = ({ contextTokens, writer, engineName }) =>
    `${contextTokens.toLocaleString('en')}, ${writer}, ${engineName}`
  for (const each of rows) {
    const { costUsd, summaryUsd, mostTokens, compactions, asked, refused, failed, faults } = each
    const costs = [costUsd, summaryUsd].map((usd) => `$${usd.toFixed(2)}`)
    row(named(each), [...costs, mostTokens, compactions, asked, refused.length, failed.length, faults.length])
  }
  line('')
  const kinds = [...new Set(rows.flatMap(({ survival }) => Object.keys(survival)))]
  row('facts that the last view shows', kinds)
  const share = ({ inContext = 0, total = 0 } = {}) => (total === 0 ? '' : `${inContext} of ${total}`)
  for (const each of rows)
    row(
      named(each),
      kinds.map((kind) => share(each.survival[kind])),
    )
  line('')
}

/** Messages of a conversation that goes on for months: short turns, outputs of some lines, the same few subjects. */

const subjects = [
  'ferry',
  'invoice',
  'harbour',
  'ledger',
  'webhook',
  'timetable',
  'berth',
  'voucher',
  'manifest',
  'crane',
]
const verbs = ['checked', 'renamed', 'moved', 'split', 'restarted', 'measured', 'reverted', 'merged']
const adjectives = ['northern', 'nightly', 'second', 'signed', 'frozen', 'quiet', 'broken', 'spare']
const causes = ['ETIMEDOUT', 'ECONNREFUSED', 'EPIPE', 'ENOSPC', 'EACCES']

/** Groups of about eight messages, whose calls and results belong together. @param {number} wanted number of messages */
export function* longTalk(wanted) {
  for (let turn = 0, made = 0; made < wanted; turn++) {
    const group = turnOf(turn).slice(0, wanted - made)
    made += group.length
    yield group
  }
}

export const pick = (list, n) => list[n % list.length]
/** As if drawn, and the same in every run. */
export const drawn = (n) => Math.imul(n + 1, 2_654_435_761) >>> 0

function turnOf(turn) {
  const dice = drawn(turn)
  const topic = `${pick(adjectives, dice >>> 3)} ${pick(subjects, dice >>> 7)}`
  const asked = said('user', `Turn ${turn}: please look at the ${topic} again, ticket T-${100_000 + turn}.`)
  const calls = [0, 1, 2].flatMap((n) => callOf(turn, n))
  return [
    asked,
    ...calls,
    said('assistant', `The ${topic} was ${pick(verbs, dice >>> 11)}; T-${100_000 + turn} is done.`),
  ]
}

function callOf(turn, n) {
  const dice = drawn(turn * 3 + n)
  const path = `src/${pick(subjects, dice >>> 4)}/part-${dice % 977}.ts`
  const callId = `c${turn}-${n}`
  const call = { type: 'tool-call', callId, name: 'terminal', arguments: JSON.stringify({ command: `cat ${path}` }) }
  const lines = Array.from({ length: 2 + (dice % 5) }, (_, i) => lineOf(turn * 31 + n * 7 + i, path))
  return [
    { role: 'assistant', parts: [call] },
    { role: 'tool', callId, parts: [{ type: 'text', text: lines.join('\n') }] },
  ]
}

function lineOf(n, path) {
  const dice = drawn(n)
  return dice % 11 === 0
    ? `ERROR ${pick(causes, dice >>> 5)} in ${path}: request req_${dice.toString(36)} failed`
    : `${path}:${dice % 400} ${pick(adjectives, dice >>> 6)}_${pick(subjects, dice >>> 9)} = ${dice % 100_000}`
}

export function said(role, text) {
  return { role, parts: [{ type: 'text', text }] }
}

/** What a model might look for; each with the kind that it is reported under. */
export function longTalkQueries(messages) {
  const turns = Math.floor(messages / 8)
  const each = (count, make) => Array.from({ length: count }, (_, i) => make(drawn(i * 17) % turns, i))
  const topic = (n) => `${pick(adjectives, n >>> 3)} ${pick(subjects, n >>> 7)}`
  return [
    ...each(60, (turn) => ({ kind: 'words', input: { query: `T-${100_000 + turn} ${pick(subjects, turn)}` } })),
    ...each(30, (turn, i) => ({ kind: 'words', input: { query: `${topic(drawn(turn))} ${pick(verbs, i)}` } })),
    ...each(10, (_, i) => ({ kind: 'words', input: { query: `${pick(subjects, i)} ${pick(causes, i)}` } })),
    ...each(40, (turn) => ({ kind: 'phrase', input: { query: `"T-${100_000 + turn} is done"` } })),
    ...each(40, (turn) => ({ kind: 'literal', input: { query: `T-${100_000 + turn} is done`, mode: 'literal' } })),
    ...each(30, (turn) => ({ kind: 'regex', input: { query: `ticket T-${100_000 + turn}\\.?$`, mode: 'regex' } })),
    ...each(20, (_, i) => ({ kind: 'miss', input: { query: `zzunheard${i} nowhere${i}` } })),
    ...each(10, (_, i) => ({ kind: 'miss', input: { query: `"zzunheard ${i} nowhere"` } })),
    ...each(5, (_, i) => ({ kind: 'scan', input: { query: `zzunheard-${i}-nowhere`, mode: 'literal' } })),
    ...each(5, (_, i) => ({ kind: 'scan', input: { query: `[a-z]unheard${i}$`, mode: 'regex' } })),
  ]
}

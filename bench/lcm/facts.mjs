/**
 * Facts that are said once in a long session, each with a question about it. A question knows its subject and how an
 * answer reads, as whoever asks does, but not the answer: that is kept apart for who judges.
 */
import { drawn, pick, said } from './long-talk.mjs'

const adjectives = ['amber', 'northern', 'hollow', 'silver', 'crooked', 'distant', 'double', 'early', 'frozen', 'grey']
const nouns = ['beacon', 'crane', 'depot', 'ferry', 'gantry', 'lantern', 'mooring', 'pontoon', 'sluice', 'turnstile']
const people = ['Marta', 'Joon', 'Ilse', 'Kwame', 'Petra', 'Nadia', 'Tomas', 'Yuki']
const families = ['Lindqvist', 'Okafor', 'Baranov', 'Castellano', 'Nakamura', 'Whitlock', 'Adeyemi', 'Vogel']
const ways = ['a write-ahead journal', 'two-phase commits', 'hourly snapshots', 'a token bucket', 'signed cookies']
const causes = ['stale socket', 'clock skew', 'missing index', 'full disk', 'expired certificate']

const two = (n) => String(n).padStart(2, '0')

/** Each makes, of a subject and dice: what is said, the question, how an answer reads, and the answer. */
const kinds = {
  'value in an output': (subject, dice) => ({
    groups: [output(dice, `${subject}: queue depth ${1_000 + (dice % 90_000)}`)],
    question: `What was the queue depth of the ${subject}?`,
    reads: new RegExp(`${subject}: queue depth (\\d+)`, 'i'),
    answer: String(1_000 + (dice % 90_000)),
  }),
  decision: (subject, dice) => ({
    groups: [
      [
        said('user', `For the ${subject} we decided on ${pick(ways, dice)}, variant ${dice % 997}. Keep to that.`),
        said('assistant', 'Understood.'),
      ],
    ],
    question: `What did we decide on for the ${subject}?`,
    reads: new RegExp(`for the ${subject} we decided on ([^.]+)\\.`, 'i'),
    answer: `${pick(ways, dice)}, variant ${dice % 997}`,
  }),
  error: (subject, dice) => ({
    groups: [output(dice, `FATAL E${10_000 + (dice % 80_000)} in the ${subject}: ${pick(causes, dice)}`)],
    question: `Which FATAL error did the ${subject} end with?`,
    reads: new RegExp(`FATAL (E\\d+) in the ${subject}`, 'i'),
    answer: `E${10_000 + (dice % 80_000)}`,
  }),
  name: (subject, dice) => ({
    groups: [
      [
        said(
          'user',
          `By the way, questions about the ${subject} go to ${pick(people, dice)} ${pick(families, dice >>> 4)}.`,
        ),
        said('assistant', 'Good to know.'),
      ],
    ],
    question: `Who takes questions about the ${subject}?`,
    reads: new RegExp(`questions about the ${subject} go to (\\S+ [A-Z]\\w+)`, 'i'),
    answer: `${pick(people, dice)} ${pick(families, dice >>> 4)}`,
  }),
  time: (subject, dice) => ({
    groups: [
      [
        said(
          'assistant',
          `I looked into it: the ${subject} is closed for maintenance from ${two(dice % 24)}:${two(dice % 60)} UTC on.`,
        ),
        said('user', 'Thanks, go on.'),
      ],
    ],
    question: `From when on is the ${subject} closed for maintenance?`,
    reads: new RegExp(`${subject} is closed for maintenance from (\\d\\d:\\d\\d)`, 'i'),
    answer: `${two(dice % 24)}:${two(dice % 60)}`,
  }),
  overwritten: (subject, dice) => ({
    groups: [17, 5, 0].map((less) => [
      said('user', `The limit of the ${subject} is ${100 + (dice % 800) - less} from now on.`),
      said('assistant', 'Noted.'),
    ]),
    question: `What is the limit of the ${subject} now?`,
    reads: new RegExp(`limit of the ${subject} is (\\d+)`, 'i'),
    answer: String(100 + (dice % 800)),
    changes: true,
  }),
}

/** A call whose output has the line somewhere in the middle of many others. */
function output(dice, line) {
  const callId = `fact-${dice}`
  const call = { type: 'tool-call', callId, name: 'terminal', arguments: '{"command":"status --all"}' }
  const lines = Array.from({ length: 120 }, (_, i) => otherLine(dice + i))
  lines.splice(20 + (dice % 80), 0, line)
  return [
    said('user', 'Show me the state of everything.'),
    { role: 'assistant', parts: [call] },
    { role: 'tool', callId, parts: [{ type: 'text', text: lines.join('\n') }] },
    said('assistant', 'That is all of it.'),
  ]
}

/** Of other subjects, and of halves of those that are asked for. */
function otherLine(n) {
  const dice = drawn(n)
  return `${pick(adjectives, dice >>> 3)} ${pick(families, dice >>> 6)}: worker ${dice % 100} idle, ${dice % 5_000} jobs, depth ${dice % 9}`
}

/** @param {number} wanted number of facts, each about a subject of its own */
export function plantedFacts(wanted) {
  const names = Object.keys(kinds)
  return Array.from({ length: wanted }, (_, i) => {
    const subject = `${pick(adjectives, i)} ${pick(nouns, Math.floor(i / adjectives.length))}`
    const kind = pick(names, i)
    return { kind, subject, ...kinds[kind](subject, drawn(i * 101)) }
  })
}

/** Something that is said about a subject now and then, and answers nothing. */
export function mention({ subject }, n) {
  const text = pick(
    [`I came across the ${subject} again; nothing new there.`, `Leave the ${subject} alone for the moment, please.`],
    n,
  )
  return [said('user', text), said('assistant', 'All right.')]
}

import { createHash } from 'node:crypto'
import { drawn, seededRandom } from './seeded-random.mjs'

/** The speaker in groups, as the log names people: a hash of the id tells those of one name apart. */
export const annId = 42
const speaker = `Ann [${createHash('sha256').update(String(annId)).digest('hex').slice(0, 4)}]`

/** Where conversations live, by share. */
const homes = { web: 0.5, chat: 0.3, group: 0.2 }
/** So many of them have much to say, and are compacted. */
const longShares = { web: 0.1, chat: 0.1, group: 0.5 }
/** In a group, the messages that address the bot; what comes between them is noted. */
const isAddressed = (i) => i % 10 === 0 || i % 10 >= 8
const repeatShare = 0.2
const mostBurst = 5

/**
 * All that will be said, by conversation, as the seed decides: what is said when, which of it comes twice, and in how large
 * bursts. The expected log and the expected answers follow from it.
 */
export function writeTalk({ seed, conversations, messages }) {
  const random = seededRandom(seed, 'talk')
  return Array.from({ length: conversations }, (_, n) => {
    const home = drawn(random(), homes)
    const isLong = random() < longShares[home]
    const length = Math.floor(messages / conversations) + (n < messages % conversations ? 1 : 0)
    const lines = Array.from({ length }, (_, i) => lineOf({ n, i, home, isLong, random }))
    return { n, home, isLong, lines, bursts: burstsOf(length, random) }
  })
}

function lineOf({ n, i, home, isLong, random }) {
  const isAnswered = home !== 'group' || isAddressed(i)
  const isAtLength = isLong && home !== 'group' && i % 4 === 3
  const words = isLong ? prose(random, home === 'group' ? (isAnswered ? 0 : 3_700) : 1_200) : ''
  const text = `Message ${i} of conversation ${n}.${isAtLength ? ' Answer at length.' : ''}${words}`
  return {
    text,
    isAnswered,
    repeats: random() < repeatShare ? 1 : 0,
    /** The entry of the log that it must become. */
    entry: home === 'group' ? `${speaker}: ${text}` : text,
    answer: isAnswered ? answerTo(n, i, isAtLength) : undefined,
  }
}

/** The answer of the model that `answering` is. */
function answerTo(n, i, isAtLength) {
  const first = `Answer ${i} of conversation ${n}.`
  return isAtLength
    ? [
        first,
        ...Array.from(
          { length: 60 },
          (_, k) => `Line ${k} of answer ${i} of conversation ${n} goes on for a while, as was asked for.`,
        ),
      ].join('\n')
    : first
}

const asked = /Message (\d+) of conversation (\d+)\.( Answer at length\.)?/g

/** A model that answers the last message that it sees, by its number. */
export function answering({ messages }) {
  const heard = messages.findLast(({ role }) => role === 'user')
  const text = heard?.parts.map((part) => part.text ?? '').join('\n') ?? ''
  const [, i, n, atLength] = [...text.matchAll(asked)].at(-1) ?? []
  return [{ type: 'text', text: i === undefined ? 'I was asked nothing.' : answerTo(n, i, atLength !== undefined) }]
}

function burstsOf(length, random) {
  const bursts = []
  for (let left = length; left > 0; left -= bursts.at(-1))
    bursts.push(Math.min(left, 1 + Math.floor(random() * mostBurst)))
  return bursts
}

const vocabulary =
  'the harbour ferry berth crane shift rota tide morning evening who can take please bring later again north south quay late early captain of and with for to from a new old plan'.split(
    ' ',
  )

function prose(random, chars) {
  let text = ''
  while (text.length < chars) text += ` ${vocabulary[Math.floor(random() * vocabulary.length)]}`
  return text
}

/** The chat of a conversation on Telegram, whose groups have negative ids. */
export function chatOf(home, n) {
  return String(home === 'group' ? -(n + 1) : n + 1)
}

import type { ImagePart, Message, ThinkingPart } from '../../message/message.ts'
import { assistant, call, exchange, result, system, user } from '../build.ts'

/** A conversation of one build. */
export interface Layout {
  readonly name: string
  readonly messages: readonly Message[]
  /** Every call has its result, so every provider takes it. */
  readonly isSound: boolean
}

const words = 'the parser reads each line and returns a token for every word that it finds near'.split(' ')

/** So many characters that are the same each time, and different for each number. */
export function prose(chars: number, n: number): string {
  const pieces: string[] = []
  for (let length = 0, i = n; length < chars; i += 7) {
    const word = i % 13 === 0 ? `src/part-${i}.ts\n` : `${words[i % words.length] ?? ''} `
    pieces.push(word)
    length += word.length
  }
  return pieces.join('').slice(0, chars)
}

function times(count: number, make: (n: number) => readonly Message[]): readonly Message[] {
  return Array.from({ length: count }, (_, n) => make(n)).flat()
}

const picture: ImagePart = { type: 'image', source: { kind: 'data', data: 'iVBORw0KGgo=', mediaType: 'image/png' } }
const thought = (n: number): ThinkingPart => ({ type: 'thinking', text: prose(900, n), signature: `seal-${n}` })

const opening = user('Please mend the parser of the importer.')
const closing = user('Now run the tests once more.')

const round = (n: number, mark = 'r'): readonly Message[] => [
  ...(n % 5 === 0 ? [user(`Go on with part ${n}. ${prose(200, n)}`)] : []),
  assistant(`Reading part ${n}.`, call('read_file', { path: `src/part-${n}.ts` }, `${mark}${n}`)),
  result(`${mark}${n}`, prose(2_500, n)),
]

/** So many rounds of work, whose calls begin with a mark. */
export function rounds(count: number, mark: string): readonly Message[] {
  return times(count, (n) => round(n, mark))
}

/** Far too long for the window of the cases, and nothing unusual in it. */
export const ordinary: Layout = {
  name: 'an ordinary long session',
  messages: [system('You write code.'), opening, ...rounds(60, 'r'), assistant('All parts are read.'), closing],
  isSound: true,
}

const wide = (n: number): readonly Message[] => {
  const ids = [0, 1, 2, 3].map((i) => `p${n}-${i}`)
  return [
    assistant(...ids.map((id) => call('search_files', { text: id }, id))),
    ...ids.map((id, i) => result(id, prose(900, n + i))),
  ]
}

const giant = user(prose(400_000, 3))

/** Conversations of every build that an engine will meet. */
export const layouts: readonly Layout[] = [
  ordinary,
  { name: 'parallel calls', messages: [opening, ...times(30, wide), closing], isSound: true },
  { name: 'parallel calls without an end', messages: [opening, ...times(30, wide)], isSound: true },
  {
    name: 'calls whose results are missing, and results without a call',
    messages: [
      opening,
      ...times(40, (n) => [
        ...exchange('read_file', prose(2_000, n), `a${n}`),
        assistant(call('terminal', {}, `u${n}`)),
        assistant('Again.'),
        result(`o${n}`, prose(300, n)),
      ]),
      closing,
      assistant(call('terminal', {}, 'pending')),
    ],
    isSound: false,
  },
  { name: 'one giant message', messages: [giant], isSound: true },
  {
    name: 'a giant message among others',
    messages: [opening, ...rounds(10, 'r'), giant, assistant('Long.'), closing],
    isSound: true,
  },
  {
    name: 'no message of a user',
    messages: [system('You write code.'), ...times(40, (n) => exchange('terminal', prose(2_000, n), `n${n}`))],
    isSound: false,
  },
  {
    name: '5,000 tiny messages',
    messages: times(2_500, (n) => [user(`Step ${n}, please.`), assistant(`Done with ${n}.`)]),
    isSound: true,
  },
  {
    name: 'pictures',
    messages: times(30, (n) => [
      { role: 'user', parts: [{ type: 'text', text: `Look at ${n}. ${prose(600, n)}` }, picture] },
      assistant(prose(900, n)),
    ]),
    isSound: true,
  },
  {
    name: 'thinking',
    messages: [
      opening,
      ...times(40, (n) => [
        assistant(thought(n), call('terminal', { command: 'npm test' }, `t${n}`)),
        result(`t${n}`, prose(1_200, n)),
      ]),
      assistant(thought(99), 'All is well.'),
      closing,
    ],
    isSound: true,
  },
  {
    name: 'turns with calls before each answer',
    messages: [
      system('You write code.'),
      ...times(30, (n) => [
        user(`Do part ${n}. ${prose(300, n)}`),
        ...exchange('terminal', prose(1_500, n), `w${n}`),
        assistant(`Part ${n} is done. ${prose(400, n)}`),
      ]),
      closing,
      ...exchange('terminal', prose(900, 1), 'last'),
    ],
    isSound: true,
  },
  {
    name: 'turns with calls after each answer',
    messages: times(20, (n) => [
      user(`Do part ${n}.`),
      assistant(`I will. ${prose(300, n)}`),
      ...times(3, (i) => exchange('terminal', prose(1_200, n + i), `l${n}-${i}`)),
    ]),
    isSound: true,
  },
  { name: 'a short talk', messages: [opening, assistant('Which one?'), closing], isSound: true },
  { name: 'nothing at all', messages: [], isSound: false },
]

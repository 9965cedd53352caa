import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'

const words = 'the quay crane lifts one crate after another while the tally clerk counts them beside shed'.split(' ')

/** A text of so many characters, another one for each number. */
export function talkText(chars: number, n: number): string {
  return Array.from({ length: Math.ceil(chars / 4) }, (_, i) => words[(i * 5 + n) % words.length])
    .join(' ')
    .slice(0, chars)
}

/** Turns with one call each, of some 800 tokens. */
export function talkTurns(from: number, to: number): readonly Message[] {
  return Array.from({ length: to - from }, (_, at) => {
    const n = from + at
    return [
      user(`Count the crates of shed ${n}.`),
      assistant(`Counting shed ${n}.`, call('read_file', { path: `sheds/shed-${n}.txt` }, `t${n}`)),
      result(`t${n}`, `shed ${n}: ${talkText(3_000, n)}`),
      assistant(`Shed ${n} holds ${n * 17} crates.`),
    ]
  }).flat()
}

/** A model whose summaries are sound; `meanwhile` is done before it answers. */
export function createTalkWriter(meanwhile: () => Promise<unknown> = async () => undefined): SummaryModel {
  return {
    name: 'writer',
    contextTokens: 100_000,
    async *write(prompt) {
      await meanwhile()
      const files = [...new Set(prompt.match(/sheds\/shed-\d+\.txt/g) ?? [])].slice(0, 6)
      yield `## Active Task\nNone.\n\n## Goal\nCount crates.\n\n## Relevant Files\n${files.map((file) => `- ${file}: read`).join('\n')}`
    },
  }
}

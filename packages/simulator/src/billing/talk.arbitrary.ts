import fc from 'fast-check'
import type { BilledRequest, MarkedPrefix } from './billed-request.ts'
import { extendAll, type Prefix, type PromptBlock, startPrefix } from './prefix.ts'
import type { PromptReader } from './prompt-reader.ts'
import type { BilledTtl } from './rules.ts'

/** Blocks written like `a:100`; the letter is what they say. */
export function prompt(text: string, model = 'claude'): readonly Prefix[] {
  return extendAll(
    startPrefix(model),
    text.split(' ').map((word): PromptBlock => {
      const [key = '', tokens = '100', kind = 'text'] = word.split(':')
      return { key, tokens: Number(tokens), kind: kind as PromptBlock['kind'], endsMessage: true }
    }),
  )
}

/** A request of these blocks, marked where the numbers say (from the end if negative). */
export function request(
  text: string,
  second: number,
  marks: readonly (readonly [number, BilledTtl])[] = [],
): BilledRequest {
  const grown = prompt(text)
  const at = (i: number) => grown.at(i) ?? startPrefix('nowhere')
  return {
    prompt: at(-1),
    breakpoints: marks.map(([i, ttl]): MarkedPrefix => ({ at: at(i), ttl })),
    startMs: second * 1000,
  }
}

/** Few requests of few blocks that share beginnings, with silences of every interesting length. */
export const smallTalk: fc.Arbitrary<readonly { readonly prefixes: readonly Prefix[]; readonly startMs: number }[]> = fc
  .array(
    fc.record({
      words: fc.array(fc.constantFrom('a:10', 'b:200', 'c:37'), { minLength: 1, maxLength: 3 }),
      silence: fc.constantFrom(1, 200, 299, 300, 400, 1_000, 3_599, 3_600, 5_000),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((drawn) => {
    let second = 0
    return drawn.map(({ words, silence }) => {
      second += silence
      return { prefixes: prompt(words.join(' ')), startMs: second * 1000 }
    })
  })

/** All of a reading but the blocks themselves: those of copies are others that say the same. */
export function shownReading({ prompt: whole, breakpoints = [] }: ReturnType<PromptReader>) {
  return { prompt: shownPrefix(whole), breakpoints: breakpoints.map(shownMark) }
}

export const shownMark = ({ at, ttl }: MarkedPrefix) => ({ at: shownPrefix(at), ttl })

function shownPrefix({ block, parent, ...own }: Prefix): object {
  return { ...own, ...(parent && { parent: shownPrefix(parent) }) }
}

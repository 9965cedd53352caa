import { deriveBudget } from '@palimpsest/core/budget'
import type { Message } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

const signs = ['👩‍👩‍👧‍👦', '🙂', '🏳️‍🌈', '👍🏽', '𝒜', '🇯🇵', 'é', 'x']
const shift = fc.nat(40).map((chars) => 'x'.repeat(chars))
const sign = fc.constantFrom(...signs)

/** Everything that is told in part: requests, rules, decisions, commands, paths, addresses, outcomes, errors. */
function talk(n: number, [lead, each, times]: readonly [string, string, number]): readonly Message[] {
  const many = each.repeat(times)
  const command = n % 2 === 0 ? `make ${lead}${many}` : `cat src/${lead}${many}.ts && echo ${many}`
  return [
    user(`${lead}${many} part ${n}`),
    user(`${lead} never use ${many}. Let's go with ${each}.`),
    assistant(`${lead}${many}`, call('bash', { command, note: `${lead}${many}` }, `c${n}`)),
    n % 4 === 3 ? result(`c${n}`, `${lead}${many}`, { isError: true }) : result(`c${n}`, output(n, lead, many)),
  ]
}

function output(n: number, lead: string, many: string): string {
  return [
    `error: ${lead}${many}`,
    `${lead}${many} Error: ${many}`,
    `{"error": "${lead}${many}"}`,
    `https://x.io/${lead}${many}`,
    `${lead}${many}`,
    n % 3 === 0 ? 'exit code: 0' : 'exit code: 1',
  ].join('\n')
}

const length = fc.oneof(fc.integer({ min: 5, max: 40 }), fc.integer({ min: 40, max: 300 }))
const conversation = fc.array(fc.tuple(shift, sign, length), { minLength: 8, maxLength: 16 })
const window = fc.constantFrom(4_000, 8_000, 16_000)

test('no text that a compaction writes holds half of a character, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, window, async (parts, contextTokens) => {
      const stand = await createStand()
      for (const [n, part] of parts.entries()) await stand.say(talk(n, part))
      const outcome = await stand.compress(deriveBudget({ contextTokens }), { trigger: 'manual' })
      expect(outcome.kind).toBe('committed')
      // JSON spells half of a pair as an escape, and nothing else of what was said.
      const written = [await stand.view(), await stand.store.ledgers(conversationId('talk')), outcome]
      expect(JSON.stringify(written)).not.toMatch(/\\ud[89a-f]/)
    }),
    { numRuns: 40 },
  )
})

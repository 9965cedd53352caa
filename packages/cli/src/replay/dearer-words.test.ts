import { expect, test } from 'vitest'
import { dearerWords, type MarksBill } from './dearer-words.ts'

const bill = (costUsd: number | null, rest: Partial<MarksBill> = {}): MarksBill => ({
  costUsd,
  hourPremiumUsd: 0,
  bridgedPauses: 0,
  keepAliveUsd: 0,
  ...rest,
})
const dollars = (usd: number) => `$${usd.toFixed(2)}`
const more = 'Anchored costs $1.00 more than system_and_3 on the same requests'
const hour = 'caching for an hour costs $2.00 more than for five minutes'

test.each<readonly [string, MarksBill, MarksBill, string]>([
  ['no pause', bill(5, { hourPremiumUsd: 2 }), bill(4), `${more}: ${hour}, and no pause after that needed it.`],
  [
    'one pause',
    bill(5, { hourPremiumUsd: 2, bridgedPauses: 1 }),
    bill(4),
    `${more}: ${hour}, and the pause that it bridged gave back less.`,
  ],
  [
    'several pauses, and hours on both sides',
    bill(5, { hourPremiumUsd: 3, bridgedPauses: 2 }),
    bill(4, { hourPremiumUsd: 1 }),
    `${more}: ${hour}, and the 2 pauses that it bridged gave back less.`,
  ],
  ['keep-alives', bill(5, { keepAliveUsd: 3 }), bill(4), `${more}: keep-alives cost $3.00, and less was saved by it.`],
  [
    'both',
    bill(5, { keepAliveUsd: 3, hourPremiumUsd: 2 }),
    bill(4),
    `${more}: keep-alives cost $3.00, ${hour}, and less was saved by it.`,
  ],
  [
    'neither explains it',
    bill(5, { hourPremiumUsd: 0.1 }),
    bill(4),
    `${more}: its marks fit these requests less well.`,
  ],
  ['not dearer', bill(4, { hourPremiumUsd: 2 }), bill(4), ''],
  ['too little to be seen', bill(4.001, { hourPremiumUsd: 2 }), bill(4), ''],
  ['an unknown price', bill(null), bill(null), ''],
])('%s', (_, anchored, other, words) => expect(dearerWords(anchored, other, dollars)).toBe(words))

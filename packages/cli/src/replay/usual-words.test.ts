import { expect, test } from 'vitest'
import { type UsuallyPaid, uncachedWords, usualWords } from './usual-words.ts'

const spelling = {
  dollars: (usd: number) => `$${usd}`,
  percent: (share: number) => `${Math.round(share * 1_000) / 10} %`,
}

interface Paid {
  readonly costUsd: number | null
  readonly oursUsd: number | null
  readonly endsAtCall?: number
  readonly refusedAtCall?: number
}

function paid({ costUsd, oursUsd, endsAtCall, refusedAtCall }: Paid): UsuallyPaid {
  const usual = { costUsd, oursUsd, endsAtCall: endsAtCall ?? null }
  const costUnmanagedUsd = costUsd === null ? null : 100
  return { calls: Array(253), totals: { costUnmanagedUsd, usual, refusedAtCall: refusedAtCall ?? null } }
}

const usually = 'With the usual cache and no compaction'
const fits = paid({ costUsd: 2, oursUsd: 2.1 })
const ends = paid({ costUsd: 4, oursUsd: 3, endsAtCall: 87 })
const unknown = paid({ costUsd: null, oursUsd: null })

test.each([
  ['it fits, and we cost more', [fits], `${usually} it costs $2, with Palimpsest $2.1 (5 % more).`],
  [
    'it ends early, and we cost less',
    [ends],
    `${usually} it would have ended at call 87 of 253 (the window refuses); up to there it costs $4, with Palimpsest $3 (25 % less).`,
  ],
  [
    'a difference too small to be seen',
    [paid({ costUsd: 2, oursUsd: 2.0001 })],
    `${usually} it costs $2, with Palimpsest $2.0001 (the same).`,
  ],
  [
    'not even a first call, nor with us',
    [paid({ costUsd: 0, oursUsd: 0, endsAtCall: 1, refusedAtCall: 1 })],
    `${usually} it would have ended at call 1 of 253 (the window refuses). With Palimpsest the window would refuse call 1, too.`,
  ],
  ['an unknown price', [unknown], 'Without compaction it would have fitted the window, too.'],
  [
    'an unknown price, and an end',
    [paid({ costUsd: null, oursUsd: null, endsAtCall: 9 })],
    `${usually} it would have ended at call 9 of 253 (the window refuses).`,
  ],
  [
    'several files, one of unknown price',
    [fits, ends, unknown],
    `${usually} 1 of 3 files would have ended early (the window refuses); up to there all together cost $6, with Palimpsest $5.1 (15 % less).`,
  ],
  ['several files that fit', [fits, fits], `${usually} all together cost $4, with Palimpsest $4.2 (5 % more).`],
  ['nothing was called', [{ ...fits, calls: [] }], ''],
])('%s', (_, replays, words) => expect(usualWords(replays, spelling)).toBe(words))

test.each([
  [[fits], 'Uncached and uncompacted: $100.'],
  [[ends, unknown], 'Uncached and uncompacted, even past the window: $100.'],
  [[unknown], ''],
])('what nobody pays stands beside it', (replays, words) => expect(uncachedWords(replays, spelling)).toBe(words))

import type { Receipt } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { callId } from '@palimpsest/core/message'
import pc from 'picocolors'
import { describe, expect, test } from 'vitest'
import { width } from '../terminal/width.ts'
import { compressReport } from './compress-report.ts'
import type { Unseen } from './unseen.ts'

const receipt: Receipt = {
  trigger: 'preflight',
  engine: 'compressor',
  session: 's1',
  continuation: 's2',
  tokens: { before: 143_210, after: 48_020, threshold: 100_000, floor: 12_300 },
  messages: { before: 412, after: 61, summarised: 351 },
  saved: { cleared: 43_000, deduplicated: 0, shortened: 120, spilled: 0, summarised: 52_070 },
  summary: { by: 'model', model: 'command', tokens: 2_100, chunks: 3, coverage: 0.975 },
  survival: {
    constraints: { inContext: 5, total: 5 },
    files: { inContext: 40, total: 60 },
    errors: { inContext: 0, total: 0 },
  },
  flags: ['summary-long', 'unverified: src/a.ts, src/b.ts', 'rules-dropped: 12', 'something-new'],
  cache: { keptTokens: 12_000, invalidatedTokens: 131_210 },
  ms: 321,
}

const options = { title: 'a.jsonl', unseen: [], showsAll: false, columns: 80, colours: pc.createColors(false) }

function shortened(at: number, text: string, now = 'one line'): Unseen {
  const result = (said: string): Message => ({
    role: 'tool',
    callId: callId('x'),
    parts: [{ type: 'text', text: said }],
  })
  return {
    kind: 'shortened',
    at,
    original: result(text),
    now: result(now),
    tool: 'bash',
    tokens: { before: 3_120, after: 40 },
  }
}

describe('the report of a compaction', () => {
  const text = compressReport(receipt, options)

  test('sets before beside after', () => {
    expect(text).toMatch(/tokens +143,210 +48,020 +-66\.5 %/)
    expect(text).toMatch(/messages +412 +61/)
  })

  test('tells what each step saved, and is silent on steps that saved nothing', () => {
    expect(text).toMatch(/old results cleared +43,000/)
    expect(text).toMatch(/messages summarised +52,070/)
    expect(text).not.toContain('repeated results')
  })

  test('tells who wrote the summary, of how much, and what of it is known to survive', () => {
    expect(text).toContain('2,100 tokens for 351 messages, written by command in 3 chunks')
    expect(text).toContain('It was written from 97.5 % of them.')
    expect(text).toMatch(/rules of the user +5 of 5/)
    expect(text).toMatch(/files +40 of 60/)
    expect(text).not.toMatch(/errors +\d/)
  })

  test('puts flags in words, and shows those it does not know', () => {
    expect(text).toContain('The summary is longer than was asked for.')
    expect(text).toContain('Named in the summary but in none of its sources: src/a.ts, src/b.ts')
    expect(text).toContain('You set more rules than can be kept word for word; no longer kept: 12')
    expect(text).toContain('something-new')
  })

  test('tells what the cache, the threshold and the clock say', () => {
    expect(text).toContain('12,000 tokens can still be read from it, 36,020 are sent anew')
    expect(text).toContain('threshold 100,000 tokens')
    expect(text).toContain('0.32 s')
    expect(text).not.toContain('$')
  })
})

describe('the list of what is no longer shown', () => {
  const list = (unseen: readonly Unseen[], showsAll = false) =>
    compressReport(receipt, { ...options, unseen, showsAll })
      .split('No longer shown as it was said\n')[1]
      ?.trimEnd()
      .split('\n')

  test('gives a run of messages one line', () => {
    expect(list([{ kind: 'summarised', from: 12, to: 87, tokens: 43_210 }])).toEqual([
      '  #12–#87 summarised (76 messages, 43,210 tokens)',
    ])
  })

  test('tells a cleared result by its tool, its sizes and its first words', () => {
    expect(list([shortened(90, 'first\n  words')])).toEqual([
      '  #90 bash result cleared (3,120 → 40 tokens): first words',
    ])
    expect(list([shortened(90, 'first', 'two\nlines')])?.[0]).toContain('bash result shortened')
  })

  test('never takes more than a line of the terminal, whatever a message holds', () => {
    const wild = `\u001b[31m${'漢字\t🚀\r\n'.repeat(300)}`
    const [line = '', ...others] = list([shortened(1, wild)]) ?? []
    expect(others).toEqual([])
    expect(width(line)).toBeLessThanOrEqual(80)
    expect(line).not.toContain('\u001b')
  })

  test('shows no secret', () => {
    const key = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`
    expect(list([shortened(1, `token ${key}`)])?.join('\n')).not.toContain(key)
  })

  test('ends after a screenful, unless all of it is wanted', () => {
    const many = Array.from({ length: 45 }, (_, at) => shortened(at, 'words'))
    expect(list(many)).toHaveLength(31)
    expect(list(many)?.at(-1)).toBe('  … and 15 more (--diff full)')
    expect(list(many, true)).toHaveLength(45)
  })
})

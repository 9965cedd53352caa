import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { writeReport } from './report.ts'
import { sampleResult } from './sample-result.arbitrary.ts'

/** The page without its style, its script and its data. */
const visible = (page: string) => page.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
const text = (page: string) =>
  visible(page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\u00a0/g, ' ')
    .replace(/\s+/g, ' ')
const dataOf = (page: string): Record<string, { keys: string[]; rows: string[][]; x: number[] }> =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '')
const numbersIn = (page: string) =>
  [...page.matchAll(/ d="([^"]*)"/g)].flatMap(([, path = '']) => path.match(/-?[\d.]+(?:e-?\d+)?|NaN|Infinity/g) ?? [])

describe('what others wrote stays text', () => {
  const attack = '</script><script>alert(1)</script><img src=x onerror=alert(2)>"\'&'
  const sample = sampleResult({ file: `logs/${attack}`, flags: [attack, `unverified: ${attack}`] })
  const page = writeReport([
    {
      ...sample,
      model: attack,
      gap: attack,
      notices: [attack],
      compactions: sample.compactions.map((compaction) => ({
        ...compaction,
        engine: attack,
        session: attack,
        survival: { ...compaction.survival, [attack]: { inContext: 1, total: 2 } },
        view: [
          { role: attack, content: attack },
          { role: 'assistant', content: [{ type: 'text', text: attack }] },
        ],
      })),
    },
    sampleResult({ file: attack }),
  ])

  test('no name, flag, notice or message becomes a tag', () => {
    expect(page.match(/<script\b/g)).toHaveLength(2)
    expect(page.match(/<\/script>/g)).toHaveLength(2)
    expect(visible(page)).not.toMatch(/<img|<[^>]+\sonerror=/)
    expect(visible(page)).toContain('&lt;img src=x onerror=alert(2)&gt;')
  })

  test('the data still reads as JSON', () => {
    expect(Object.keys(dataOf(page))).toContain('file-1-context')
  })
})

test('secrets in names and notices are taken out', () => {
  const key = `sk-ant-api03-${'a1B2'.repeat(23)}AA`
  const page = writeReport([{ ...sampleResult({ file: `${key}.jsonl`, flags: [key] }), notices: [`used ${key}`] }])
  expect(page).not.toContain(key)
  expect(page).toContain('[REDACTED]')
})

test('the page may load nothing and run only its own script', () => {
  const page = writeReport([sampleResult()])
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(page).not.toMatch(/https?:\/\/|@import|src=/)
})

test('without results it says that there is nothing to show', () => {
  const page = writeReport([])
  expect(text(page)).toContain('No file was replayed')
  expect(dataOf(page)).toEqual({})
})

test('a file without a call is shown without charts', () => {
  const page = writeReport([sampleResult({ calls: 0 })])
  expect(text(page)).toContain('No call was made')
  expect(page).not.toContain('class="chart"')
})

test('a single call is drawn inside its chart', () => {
  const page = writeReport([sampleResult({ calls: 1 })])
  expect(dataOf(page)['file-1-context']).toMatchObject({ x: [0.5], rows: [['1', '9,000', '9,000', '–']] })
  expect(text(page)).toContain('Nothing had to be compacted')
})

test.each([1, 2, 320, 5_000])('all drawn places are numbers with %i calls', (calls) => {
  const numbers = numbersIn(writeReport([sampleResult({ calls })])).map(Number)
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.every((value) => Number.isFinite(value))).toBe(true)
})

test('an unknown price is said to be unknown, and never 0', () => {
  const page = writeReport([sampleResult({ isPriced: false })])
  expect(text(page)).toContain('Cost unknown the model has no known price')
  expect(text(page)).not.toContain('saved')
  expect(text(page)).toContain('The price of homemade-1 is unknown')
  expect(page).not.toContain('file-1-cost"')
  expect(text(page)).not.toMatch(/\$0(?!\.)/)
})

test('a total with an unknown part is at least that of the others, and what is left out is said', () => {
  const unpriced = sampleResult({ isPriced: false, file: 'b.jsonl' })
  const row = /\$[\d,.]+ \$[\d,.]+/.exec(text(writeReport([sampleResult(), sampleResult({ calls: 0 })])))?.[0] ?? ''
  const page = text(writeReport([sampleResult(), unpriced]))
  expect(page).toContain('1 file of unknown price left out')
  expect(page).toMatch(/Total 640 14 [\d.]+K ≥ \$/)
  expect(page).toContain(row.replace(/\$/g, '≥ $'))
  expect(text(writeReport([unpriced, unpriced]))).toMatch(/Total 640 14 [\d.]+K unknown unknown/)
})

test('files of one name are told apart', () => {
  const page = text(writeReport([sampleResult({ file: 'logs/a/x.jsonl' }), sampleResult({ file: 'logs/b/x.jsonl' })]))
  expect(page).toContain('1. a/x.jsonl')
  expect(page).toContain('2. b/x.jsonl')
})

test('the key figures are those of the totals', () => {
  const sample = sampleResult()
  const page = text(
    writeReport([
      {
        ...sample,
        totals: {
          ...sample.totals,
          usual: { costUsd: 10, oursUsd: 2, calls: 320, endsAtCall: null },
          promptTokens: 100_000,
          cacheRead: 93_000,
          maxPromptTokens: 84_000,
        },
      },
    ]),
  )
  expect(page).toContain('Cost saved 80 % $2.00 instead of $10.00 with the usual cache Largest')
  expect(page).toContain('Largest context 84K of a 200K window, 42 %')
  expect(page).toContain('Cache hit rate 93 %')
  expect(page).toContain('Compactions 7')
})

/** A sample whose whole session cost 10 dollars in the usual way. */
function sampleAt(oursUsd: number) {
  const sample = sampleResult()
  return { ...sample, totals: { ...sample.totals, usual: { costUsd: 10, oursUsd, calls: 320, endsAtCall: null } } }
}

test.each([
  [11, 'Extra cost 10 %', 'it costs $10.00, with Palimpsest $11.00 (10 % more).'],
  [10, 'Cost the same', 'it costs $10.00, with Palimpsest $10.00 (the same).'],
])('what cost %i instead of 10 is not called saved', (oursUsd, figure, sentence) => {
  const page = text(writeReport([sampleAt(oursUsd)]))
  expect(page).toContain(figure)
  expect(page).toContain(`With the usual cache and no compaction ${sentence} Uncached and uncompacted: $`)
  expect(page).not.toContain('saved')
})

test('where the window refuses is told, drawn and no measure for whole bills', () => {
  const sample = sampleResult()
  const { endsAtCall, calls } = sample.totals.usual
  const page = writeReport([sample])
  expect(endsAtCall).toBe(calls + 1)
  expect(text(page)).toContain(
    `it would have ended at call ${endsAtCall} of 320 (the window refuses); up to there it costs`,
  )
  expect(text(page)).toContain(`Usual cache until call ${endsAtCall}`)
  const { keys = [], rows = [] } = dataOf(page)['file-1-cost'] ?? {}
  const spent = rows.map((row) => [Number(row[0]), row[keys.indexOf('Usual cache')] ?? ''] as const)
  expect(spent.find(([n]) => n === calls)?.[1]).toMatch(/^\$/)
  for (const [n, usd] of spent) expect(usd === 'ended').toBe(n > calls)
  expect(page).toContain('<path class="end"')
  expect(page).not.toContain('class="meter usual"')
  const fits = writeReport([sampleResult({ contextLength: 1_000_000 })])
  expect(fits).toContain('class="meter usual"')
  expect(fits).not.toContain('<path class="end"')
})

test('why anchored costs more than the usual marks is told below the costs', () => {
  const sample = sampleResult()
  const { anchored, system_and_3 } = sample.totals.strategies
  const dearer = { ...anchored, costUsd: (system_and_3.costUsd ?? 0) + 1, hourPremiumUsd: 1 }
  const strategies = { ...sample.totals.strategies, anchored: dearer }
  const why = 'Anchored costs $1.00 more than system_and_3 on the same requests'
  expect(text(writeReport([{ ...sample, totals: { ...sample.totals, strategies } }]))).toContain(why)
  expect(text(writeReport([sample]))).not.toContain('more than system_and_3')
})

test('every compaction has a receipt with its own id', () => {
  const sample = sampleResult()
  const page = writeReport([sample])
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id) => id?.startsWith('file-1-receipt-'))).toHaveLength(sample.compactions.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('stays small: 1,000 calls below 1 MB, 5,000 not much more, 100 files below 8 MB', () => {
  expect(writeReport([sampleResult({ calls: 1_000 })]).length).toBeLessThan(1_000_000)
  expect(writeReport([sampleResult({ calls: 5_000 })]).length).toBeLessThan(1_000_000)
  const folder = Array.from({ length: 100 }, (_, i) => sampleResult({ calls: 300, seed: i + 1, file: `${i}.jsonl` }))
  expect(writeReport(folder).length).toBeLessThan(8_000_000)
})

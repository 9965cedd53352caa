import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { estimateSlowly, estimateText } from './estimate-text.ts'

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) })
const likelyText = fc.array(
  fc.oneof(
    anyText,
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(' the ', '\n\n', '});\n', ' and', '不是', '한국', '😀', '1234', "don't", 'camelCase', '    '),
  ),
  { maxLength: 30 },
)

test('an empty text has no tokens, and any other has at least one', () => {
  expect(estimateText('')).toBe(0)
  fc.assert(
    fc.property(
      anyText.filter((text) => text !== ''),
      (text) => {
        const tokens = estimateText(text)
        expect(Number.isInteger(tokens)).toBe(true)
        expect(tokens).toBeGreaterThan(0)
      },
    ),
  )
})

test('a text costs about what its parts cost', () => {
  fc.assert(
    fc.property(likelyText, likelyText, (left, right) => {
      const [a, b] = [left.join(''), right.join('')]
      const apart = estimateText(a) + estimateText(b)
      // Where two parts meet, a word may be joined or cut, and each estimate is rounded.
      expect(Math.abs(estimateText(a + b) - apart)).toBeLessThanOrEqual(6)
    }),
    { numRuns: 500 },
  )
})

test('more text never costs much less', () => {
  fc.assert(
    fc.property(likelyText, likelyText, (left, right) => {
      const [a, b] = [left.join(''), right.join('')]
      expect(estimateText(a + b)).toBeGreaterThanOrEqual(estimateText(a) - 3)
    }),
    { numRuns: 500 },
  )
})

const samples = {
  english:
    'The committee met twice last week and agreed, after some hesitation, to postpone the decision until the figures for the second quarter are available. Nobody was happy about it, but the alternatives looked worse.',
  german:
    'Der Zug nach Hamburg fährt heute wegen einer Störung am Stellwerk etwa zwanzig Minuten später ab. Wir bitten alle Reisenden um Verständnis und informieren Sie rechtzeitig über weitere Änderungen.',
  russian:
    'Мы приехали на дачу поздно вечером, когда уже совсем стемнело, и долго не могли найти ключ от калитки. Соседи услышали шум, вышли с фонарём и пригласили нас на чай с вареньем.',
  chinese:
    '老师说，学习一门新的语言最重要的是每天坚持练习，不要害怕说错。只要你愿意开口，慢慢就会发现自己能够听懂别人的意思，也能表达自己的想法。',
  japanese:
    '先週末、家族と一緒に山へハイキングに行きました。天気がよくて、頂上からは海まで見えました。お弁当を食べたあと、少し昼寝をしてからゆっくり下りました。',
  korean:
    '오늘 아침에는 비가 많이 와서 버스를 타고 회사에 갔습니다. 점심시간에는 동료들과 함께 근처 식당에서 따뜻한 국수를 먹고 커피를 마시면서 이야기를 나누었습니다.',
  arabic:
    'ذهبت مع أصدقائي إلى المكتبة الكبيرة في وسط المدينة وقضينا هناك ساعات طويلة نقرأ ونتحدث عن الكتب التي أحببناها.',
  thai: 'วันนี้อากาศดีมาก เราเลยชวนกันไปเดินเล่นที่สวนสาธารณะใกล้บ้าน เด็ก ๆ วิ่งเล่นกันอย่างสนุกสนาน ส่วนผู้ใหญ่นั่งคุยกันใต้ต้นไม้',
  hindi: 'आज सुबह से बारिश हो रही है, इसलिए बच्चे स्कूल नहीं गए। माँ ने गरम पकौड़े बनाए और हम सबने मिलकर चाय के साथ खाए।',
  code: 'export async function loadUsers(ids: readonly string[]): Promise<User[]> {\n  const rows = await database.query(`SELECT * FROM users WHERE id = ANY($1)`, [ids])\n  if (rows.length === 0) throw new NotFoundError("no users")\n  return rows.map((row) => ({ id: row.id, name: row.display_name ?? "unknown" }))\n}\n',
  json: '{"id":"evt_93821","type":"invoice.paid","created":1718023411,"data":{"amount":129900,"currency":"eur","customer":{"name":"Ada Jensen","email":"ada@example.org"}},"livemode":false,"retries":null}',
  log: '2024-06-10T12:43:31.118Z WARN [worker-3] job 8841 retried after 2.5s status=503 host=10.2.14.7\n2024-06-10T12:43:33.902Z INFO [worker-3] job 8841 finished in 871ms bytes=48213\n2024-06-10T12:43:34.007Z ERROR [api] GET /v2/orders/5521 failed: upstream timeout\n',
  hex: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4XL3whcAADIDHxgljNBAAOTXL0Y4OHwAKKqiEqZ7Hq3XyWJ2pLb0vTfUoM9sDcRkEiGz1',
  emoji: 'we won the match!! 🎉🎉🎉 so proud of you all 😭❤️ see you at the party 🍕🕺 bring snacks 🙏 and music 🎶🔥',
  table:
    '| name   | runs | mean (ms) | ok  |\n| ------ | ---: | --------: | --- |\n| parse  |  120 |      3.41 | yes |\n| layout |   98 |     17.02 | no  |\n| paint  |  400 |      0.88 | yes |\n',
}

test.each(Object.entries(samples))('is near the exact count for %s', (_, text) => {
  // A sample is a tenth of the chunk that the benchmark measures, so a few words weigh more.
  expect(Math.abs(estimateText(text) / countTokens(text) - 1)).toBeLessThan(0.2)
})

test('errors of different texts cancel out', () => {
  const all = Object.values(samples)
  const exact = all.reduce((total, text) => total + countTokens(text), 0)
  const estimated = all.reduce((total, text) => total + estimateText(text), 0)
  expect(Math.abs(estimated / exact - 1)).toBeLessThan(0.03)
})

test.each([
  ['a', 8],
  [' ', 128],
  ['\n', 16],
  ['=', 64],
  ['7', 3],
  ['中', 1],
  ['😀', 1],
])('a million of %j cost about one token in %i', (character, perToken) => {
  const tokens = 1_000_000 / perToken
  const estimated = estimateText(character.repeat(1_000_000))
  // Nobody pays for such runs: the order of magnitude is what must hold.
  expect(estimated / tokens).toBeGreaterThan(0.3)
  expect(estimated / tokens).toBeLessThan(3)
})

test('halves of surrogate pairs are counted, not rejected', () => {
  expect(estimateText('\ud83d')).toBeGreaterThan(0)
  expect(estimateText('\ude00\ude00 a \ud83d')).toBeGreaterThan(2)
})

test.each([
  ['prose', "The quick brown fox doesn't jump; it costs 1234 euros, 不是吗? 😀\n\n    ".repeat(12_000)],
  ['one endless run', 'a'.repeat(700_001)],
  ['runs of all lengths', Array.from({ length: 1_200 }, (_, i) => '-'.repeat(i) + i).join(' ')],
])('counted in steps, %s has just as many tokens', async (_, text) => {
  let pauses = 0
  const tokens = await estimateSlowly(text, async () => {
    pauses++
  })
  expect(tokens).toBe(estimateText(text))
  expect(pauses).toBeGreaterThan(0)
})

import { existsSync, readdirSync } from 'node:fs'
import { formats } from '@palimpsest/core/wire'
import { afterAll, describe, expect, test } from 'vitest'
import {
  createCompressDesk,
  header,
  jsonLines,
  lastRequest,
  longChat,
  rule,
  shortChat,
  small,
} from './compress-desk.arbitrary.ts'

const desk = createCompressDesk()
const { compress, json, here, path, text, file } = desk
afterAll(desk.clear)

const long = file('long.jsonl', jsonLines([header, ...longChat]))
const short = file('short.jsonl', jsonLines([header, ...shortChat]))

const receiptFields =
  'trigger engine session continuation tokens messages saved summary survival flags cache costUsd ms'.split(' ')

const parseLines = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('compress', () => {
  test('prints the conversation below its threshold, in the format it came in, header and unknown fields included', async () => {
    const { code, out } = await compress(long, small)
    const [first, ...messages] = parseLines(out)
    expect([code, first]).toEqual([0, header])
    expect(messages.length).toBeLessThan(longChat.length)
    expect(messages[0]).toEqual(longChat[0])
    expect(messages.slice(-2)).toEqual(longChat.slice(-2))
    file('smaller.jsonl', out)
    const map = JSON.parse((await here(['context', path('smaller.jsonl'), '--json'])).out)
    expect(map.tokens).toBeLessThan(8_000)
  })

  test.each(formats)('gives back %s where it was given', async (format) => {
    await here(['convert', path(long), '--to', format, '--out', path(`as.${format}`)])
    const { code, out } = await compress(`as.${format}`, [...small, '--out', path(`small.${format}`)])
    expect([code, out]).toEqual([0, expect.stringContaining('before')])
    expect(JSON.parse((await here(['context', path(`small.${format}`), '--json'])).out)).toMatchObject({ format })
    const all = text(`small.${format}`)
    expect(all.length).toBeLessThan(text(`as.${format}`).length / 2)
    expect(all).toContain(lastRequest)
    expect(all).toContain(rule)
  })

  test('takes a request body with its tools, and counts them', async () => {
    const tools = [
      { type: 'function', function: { name: 'read_file', description: 'Reads. '.repeat(300), parameters: {} } },
    ]
    file('body.json', JSON.stringify({ model: 'gpt-5', temperature: 0.2, tools, messages: longChat }))
    const { out } = await compress('body.json', small)
    expect(JSON.parse(out)).toMatchObject({ model: 'gpt-5', temperature: 0.2, tools })
    const [withTools, without] = await Promise.all([json('body.json', small), json(long, small)])
    expect(withTools.receipt.tokens.before).toBeGreaterThan(without.receipt.tokens.before + 300)
  })

  test('writes the same bytes for the same file', async () => {
    expect((await compress(long, small)).out).toBe((await compress(long, small)).out)
  })

  test('finds nothing to do the second time', async () => {
    file('once.jsonl', (await compress(long, small)).out)
    const { code, out, err } = await compress('once.jsonl', small)
    expect([code, out]).toEqual([0, text('once.jsonl')])
    expect(err).toContain('Unchanged: ')
  })

  test('reads standard input and leaves standard output to the conversation', () => {
    const { code, out, err } = desk.palimpsest(['compress', '-', ...small], jsonLines([header, ...longChat]))
    expect(code).toBe(0)
    expect(parseLines(out)[0]).toEqual(header)
    expect(err).not.toContain('before')
  })

  test('shows the report on standard error to a person who watches', async () => {
    const { out, err } = await compress(long, small, { showsProgress: true })
    expect(parseLines(out).length).toBeGreaterThan(3)
    expect(err).toMatch(/tokens +[\d,]+ +[\d,]+ +-\d+/)
    expect(err).toMatch(/#\d+–#\d+ summarised/)
  })

  test('replaces its own input whole, leaving no draft behind', async () => {
    file('own.jsonl', text(long))
    const { code } = await compress('own.jsonl', [...small, '--out', path('own.jsonl')])
    expect([code, text('own.jsonl')]).toEqual([0, (await compress(long, small)).out])
    expect(readdirSync(desk.folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('helps, with examples', async () => {
    const { code, out } = await here(['compress', '--help'])
    expect([code, out]).toEqual([0, expect.stringContaining('$ palimpsest compress ')])
  })
})

describe('below the threshold', () => {
  test('nothing is changed, and the reason is told', async () => {
    const { code, out, err } = await compress(short, small)
    expect([code, parseLines(out)]).toEqual([0, [header, ...shortChat]])
    expect(err).toMatch(/^Unchanged: Its [\d,]+ tokens are below the threshold of 8,000; --force/)
  })

  test('so says the JSON, with a receipt of nothing done', async () => {
    const { receipt, ...told } = await json(short, small)
    expect(told).toEqual({
      outcome: 'unchanged',
      reason: 'below-threshold',
      detail: expect.any(String),
      messages: shortChat,
    })
    expect(Object.keys(receipt)).toEqual(receiptFields)
    const { before } = receipt.tokens
    expect(receipt).toMatchObject({
      trigger: 'preflight',
      continuation: receipt.session,
      tokens: { after: before, threshold: 8_000 },
      messages: { before: shortChat.length, after: shortChat.length, summarised: 0 },
      summary: { by: 'none' },
      cache: { keptTokens: before, invalidatedTokens: 0 },
      costUsd: 0,
    })
    expect(receipt.tokens.floor).toBeGreaterThan(0)
    expect(receipt.tokens.floor).toBeLessThan(before)
  })

  test('--force compresses all the same', async () => {
    const { receipt, outcome } = await json(long, ['--context-length', '200000', '--force'])
    expect([outcome, receipt.trigger]).toEqual(['committed', 'manual'])
    expect(receipt.tokens.after).toBeLessThan(receipt.tokens.before)
  })

  test('--force finds nothing where all of it is recent', async () => {
    file('hello.json', JSON.stringify([{ role: 'user', content: 'Hello.' }]))
    const told = await json('hello.json', [...small, '--force'])
    expect(told).toMatchObject({ outcome: 'unchanged', reason: 'nothing-to-compress', receipt: { trigger: 'manual' } })
    expect(Object.keys(told.receipt)).toEqual(receiptFields)
  })
})

describe('--json', () => {
  test('prints one document with messages as the file has them and a whole receipt', async () => {
    const { outcome, messages, receipt, ...rest } = await json(long, small)
    expect([outcome, rest]).toEqual(['committed', {}])
    expect(messages).toEqual(parseLines((await compress(long, small)).out).slice(1))
    expect(Object.keys(receipt)).toEqual(receiptFields)
    expect(receipt).toMatchObject({
      trigger: 'preflight',
      engine: 'compressor',
      tokens: { threshold: 8_000 },
      messages: { before: longChat.length, after: messages.length },
      summary: { by: 'mechanical', coverage: 1 },
      costUsd: 0,
    })
  })

  test('lists the lines of a record', async () => {
    await here(['convert', path(long), '--to', 'codex', '--out', path('record.jsonl')])
    const { messages } = await json('record.jsonl', small)
    expect(messages).toEqual(parseLines((await compress('record.jsonl', small)).out))
  })

  test('prints nothing else, and still writes the file', async () => {
    const { out } = await compress(long, [...small, '--json', '--out', path('beside.jsonl')])
    expect(JSON.parse(out).outcome).toBe('committed')
    expect(parseLines(text('beside.jsonl'))[0]).toEqual(header)
  })
})

describe('--diff with --json', () => {
  test('lists every run of messages and every message that is shown in short', async () => {
    const { diff, messages } = await json(long, [...small, '--diff', 'full'])
    expect(diff).toMatchObject({ more: 0 })
    const runs = diff.items.filter(({ kind }: { kind: string }) => kind !== 'shortened')
    expect(runs[0]).toEqual({
      kind: expect.stringMatching(/^(summarised|left-out)$/),
      from: expect.any(Number),
      to: expect.any(Number),
      tokens: expect.any(Number),
    })
    expect(messages.length).toBeLessThan(longChat.length)
  })

  test('tells what a shortened message begins with, without its secrets, and how much more there is', async () => {
    const key = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`
    const talk = JSON.parse(JSON.stringify(longChat).replaceAll('export const value', `${key} value`))
    const { diff } = await json(file('keys.json', JSON.stringify(talk)), [
      '--context-length',
      '48000',
      '--diff',
      'brief',
    ])
    const first = diff.items.find(({ kind }: { kind: string }) => kind === 'shortened')
    expect(first).toMatchObject({
      role: 'tool',
      tool: 'read_file',
      begins: expect.stringContaining('[REDACTED] value'),
    })
    expect([diff.items.length, diff.more > 0]).toEqual([30, true])
    expect(JSON.stringify(diff)).not.toContain(key)
  })

  test('lists nothing where nothing was changed', async () => {
    expect((await json(short, [...small, '--diff', 'brief'])).diff).toEqual({ items: [], more: 0 })
  })
})

describe('--dry-run', () => {
  test('writes nothing, and shows what would be done', async () => {
    const { code, out, err } = await compress(long, [...small, '--dry-run', '--out', path('never.jsonl')])
    expect([code, existsSync(path('never.jsonl'))]).toEqual([0, false])
    expect(out).toMatch(/tokens +[\d,]+ +[\d,]+/)
    expect(out).toContain('No longer shown as it was said')
    expect(out).not.toContain(header.id)
    expect(err).toContain('The summary is mechanical')
  })

  test('with --json tells the receipt that there would be, and no messages', async () => {
    const [{ receipt, ...rest }, real] = [await json(long, [...small, '--dry-run']), await json(long, small)]
    expect(rest).toEqual({ outcome: 'committed', dryRun: true })
    expect(receipt.tokens).toEqual(real.receipt.tokens)
    expect(receipt.messages).toEqual(real.receipt.messages)
    const { messages, receipt: none } = await json(short, [...small, '--dry-run'])
    expect([messages, Object.keys(none)]).toEqual([undefined, receiptFields])
  })
})

describe('the window', () => {
  test('is that of the model in the file, or of the one that is named', async () => {
    const own = await compress(long)
    expect(own.err).toContain('below the threshold of 500,000')
    expect((await compress(long, ['--model', 'gpt-4o'])).err).toContain('below the threshold of 64,000')
  })

  test('is assumed where no model is known, and that is said', async () => {
    file('plain.json', JSON.stringify(longChat))
    expect((await compress('plain.json')).err).toMatch(
      /names no model: a window of 200,000 tokens.*\nUnchanged: .*100,000/,
    )
    expect((await compress(long, ['--model', 'own-7b'])).err).toContain('does not know the model own-7b')
  })

  test('is shared out as the options say', async () => {
    const tight = await json(long, [...small, '--threshold', '0.3', '--target-ratio', '0.1', '--protect-last-n', '2'])
    const roomy = await json(long, [...small, '--threshold', '1', '--target-ratio', '0.8', '--max-tokens', '1000'])
    expect(tight.receipt.tokens.threshold).toBe(4_800)
    expect(roomy.receipt.tokens.threshold).toBeLessThan(15_000)
    expect(tight.messages.length).toBeLessThan(roomy.messages.length)
  })

  test('counts exactly when asked to', async () => {
    const [exact, estimated] = [await json(long, [...small, '--tokenizer', 'o200k']), await json(long, small)]
    expect(exact.receipt.tokens.before).not.toBe(estimated.receipt.tokens.before)
  })
})

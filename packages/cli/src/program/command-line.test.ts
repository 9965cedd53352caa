import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { binary, createBinarySandbox, jsonl, sampleChat } from '../testing/binary.ts'

const { palimpsest, file, folder, clear } = createBinarySandbox()
afterAll(clear)

describe('context', () => {
  test('prints one JSON document with where the tokens went', () => {
    const { code, out, err } = palimpsest(['context', file('chat.jsonl', jsonl), '--json'])
    const map = JSON.parse(out)
    expect([code, err]).toEqual([0, ''])
    expect(map).toMatchObject({
      file: 'chat.jsonl',
      format: 'openai-chat',
      model: 'claude-sonnet-5',
      contextLength: 1_000_000,
      messages: 5,
    })
    expect(map.tools).toMatchObject([{ name: 'read_file', calls: 1 }])
    expect(map.largest[0]).toMatchObject({ role: 'user' })
    expect(Object.values<number>(map.shares).reduce((total, share) => total + share)).toBe(map.tokens)
  })

  test('shows people a bar and a table, without colour where there is no terminal', () => {
    const { code, out } = palimpsest(['context', file('chat.jsonl', jsonl)])
    expect(code).toBe(0)
    expect(out).toContain('5 messages')
    expect(out).toMatch(/tool results +[\d,]+ +[\d.]+ %/)
    expect(out).not.toContain('\u001b')
  })

  test('says that the catalogue does not know a model, and what to give instead', () => {
    const unknown = palimpsest(['context', file('chat.jsonl', jsonl), '--model', 'own-7b'])
    expect([unknown.code, unknown.out.includes('token window')]).toEqual([0, false])
    expect(unknown.err).toMatch(/does not know the model own-7b: .*--context-length/)
    const told = palimpsest(['context', 'chat.jsonl', '--model', 'own-7b', '--context-length', '8000'])
    expect([told.err, told.out.includes('8,000-token window')]).toEqual(['', true])
  })

  test('reads standard input', () => {
    expect(palimpsest(['context', '-', '--json'], JSON.stringify(sampleChat)).code).toBe(0)
  })

  test('counts exactly when asked to', () => {
    const estimated = JSON.parse(palimpsest(['context', file('chat.jsonl', jsonl), '--json']).out)
    const exact = JSON.parse(palimpsest(['context', 'chat.jsonl', '--json', '--tokenizer', 'o200k']).out)
    expect(Math.abs(exact.tokens - estimated.tokens) / exact.tokens).toBeLessThan(0.15)
  })

  test('escape sequences in a transcript never reach the terminal', () => {
    const wild = JSON.stringify([{ role: 'user', content: '\u001b[31mred\u001b]0;title\u0007' }])
    expect(palimpsest(['context', file('wild.json', wild)]).out).not.toContain('\u001b')
  })
})

describe('convert', () => {
  test('to its own format reproduces the file', () => {
    const { code, out, err } = palimpsest(['convert', file('chat.jsonl', jsonl), '--to', 'openai-chat'])
    expect([code, err]).toEqual([0, ''])
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(
      jsonl
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  })

  test('lists what the target cannot say, and still writes the rest', () => {
    const { code, out, err } = palimpsest(['convert', file('chat.jsonl', jsonl), '--to', 'anthropic'])
    expect(code).toBe(0)
    expect(err).toContain('anthropic cannot say: thinking (1)')
    expect(err).toContain('x_unknown')
    expect(JSON.parse(out)).toMatchObject({ system: 'Be brief.', model: 'claude-sonnet-5' })
  })

  test('with --strict writes nothing and fails when anything would be lost', () => {
    const { code, out, err } = palimpsest([
      'convert',
      file('chat.jsonl', jsonl),
      '--to',
      'anthropic',
      '--strict',
      '--out',
      'never.json',
    ])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('nothing was written')
    expect(readdirSync(folder)).not.toContain('never.json')
  })

  test.each(['anthropic', 'openai-chat', 'openai-responses', 'ai-sdk', 'claude-code', 'codex'])(
    'writes %s so that it is recognised again',
    (to) => {
      const plain = sampleChat.map(({ x_unknown: _, reasoning_content: __, ...message }) => message).slice(1)
      palimpsest(['convert', file('plain.json', JSON.stringify(plain)), '--to', to, '--out', `as.${to}`])
      const back = palimpsest(['convert', `as.${to}`, '--to', 'openai-chat'])
      const body = JSON.parse(back.out)
      const messages = Array.isArray(body) ? body : body.messages
      expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
      expect(JSON.parse(palimpsest(['context', `as.${to}`, '--json']).out).format).toBe(to)
    },
  )

  test('replaces the output file whole, leaving no draft behind', () => {
    file('out.json', 'old')
    palimpsest(['convert', file('chat.jsonl', jsonl), '--to', 'ai-sdk', '--out', 'out.json'])
    expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))).toHaveLength(5)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('says so when the output cannot be written', () => {
    const { code, err } = palimpsest([
      'convert',
      file('chat.jsonl', jsonl),
      '--to',
      'ai-sdk',
      '--out',
      'no/such/folder/x.json',
    ])
    expect(code).toBe(1)
    expect(err).toContain('no/such/folder/x.json cannot be written (ENOENT)')
  })
})

describe('usage', () => {
  test.each([[[]], [['context']], [['nonsense']], [['context', 'a', '--nope']], [['context', 'a', '--largest', '-3']]])(
    '%j is bad usage',
    (args) => {
      const { code, out, err } = palimpsest(args)
      expect([code, out]).toEqual([2, ''])
      expect(err).not.toBe('')
    },
  )

  test.each([['--help'], ['context', '--help'], ['convert', '--help'], ['demo', '--help']])(
    '%s %s helps, with an example',
    (...args) => {
      const { code, out } = palimpsest(args)
      expect(code).toBe(0)
      expect(out).toContain('$ palimpsest ')
    },
  )

  test('a reader that leaves early is no error', () => {
    const done = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${binary}" demo --out - 2>/dev/null | head -c 10; true`],
      { encoding: 'utf8' },
    )
    expect(done.stderr).toBe('')
    expect(done.stdout).toHaveLength(10)
  })
})

describe('demo', () => {
  test('shows a long session that it made up', () => {
    const map = JSON.parse(palimpsest(['demo', '--json']).out)
    expect(map.messages).toBeGreaterThanOrEqual(300)
    expect(map.tokens).toBeGreaterThanOrEqual(150_000)
    expect(Math.min(...Object.values<number>(map.shares))).toBeGreaterThan(0)
  })

  test('writes it in any format, to the byte the same for the same seed', () => {
    palimpsest(['demo', '--seed', '7', '--tokens', '20000', '--out', 'one.json'])
    palimpsest(['demo', '--seed', '7', '--tokens', '20000', '--out', 'two.json'])
    expect(readFileSync(join(folder, 'one.json'))).toEqual(readFileSync(join(folder, 'two.json')))
    expect(JSON.parse(palimpsest(['context', 'one.json', '--json']).out).format).toBe('anthropic')
  })
})

import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createBinarySandbox, jsonl } from '../testing/binary.ts'

const { palimpsest, file, folder, clear } = createBinarySandbox()
afterAll(clear)

describe('bad input gets a message with file, place and remedy, and exit code 2', () => {
  const deep = `[{"role":"user","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`
  test.each<[string, string | Buffer, RegExp]>([
    ['empty', '', /bad: .*|bad is empty/],
    ['white space', ' \n\n', /bad: the file is empty/],
    ['truncated JSON', '[{"role":"user",\n"content":"hel', /bad:2:\d+: the JSON ends too early/],
    ['a truncated last line', `${jsonl}{"role":"user","cont`, /bad:7:\d+: the JSON ends too early/],
    [
      'a broken line in the middle',
      jsonl.replace('{"role":"tool"', '{"role":tool'),
      /bad:5:\d+: this is not valid JSON/,
    ],
    [
      'plain text',
      'Dear diary,\ntoday was fine',
      /bad:1: this is plain text, not a transcript\n {2}Give a transcript: /,
    ],
    ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]), /bad:1: this is a binary file/],
    ['Latin-1', Buffer.from('{"role":"user",\n"content":"caf\xe9"}', 'latin1'), /bad:2: this is not UTF-8/],
    ['deep nesting', deep, /bad:1:\d+: nested more than \d+ levels deep/],
    [
      'half a surrogate pair',
      '[\n{"role":"user","content":"\\ud83d"}]',
      /bad:2:\d+: \[0\]\.content holds half of a surrogate pair/,
    ],
    ['a message without a role', jsonl.replace('"role":"tool",', ''), /bad:5: messages\[3\]\.role: expected/],
    [
      'a role that nobody knows',
      jsonl.replace('"role":"tool"', '"role":"wizard"'),
      /bad:5: messages\[3\]\.role: expected "system", "developer", "user", "assistant" or "tool"/,
    ],
    [
      'a result without its call id',
      jsonl.replace('"tool_call_id":"call_1",', ''),
      /bad:5: messages\[3\]\.tool_call_id: expected a string/,
    ],
    [
      'a call without a name',
      '{"messages":[\n{"role":"assistant",\n"tool_calls":[{"id":"a","function":{"arguments":"{}"}}]}]}',
      /bad:3:\d+: messages\[0\]\.tool_calls\[0\]\.function\.name/,
    ],
    ['JSON that is no transcript', '{"name":"x","version":"1"}', /bad:1: \[0\]\.role: expected/],
    ['a number', '42', /bad:1:1: .*expected a list of messages/],
  ])('%s', (_, text, message) => {
    for (const command of [
      ['context', 'bad'],
      ['convert', 'bad', '--to', 'anthropic'],
    ]) {
      file('bad', text)
      const { code, out, err } = palimpsest(command)
      expect(err).toMatch(message)
      expect(err).not.toMatch(/\n\s+at |Error:/)
      expect(err.trim().split('\n').length).toBeGreaterThanOrEqual(2)
      expect([code, out]).toEqual([2, ''])
    }
  })

  test('a file of 200 MB, without reading it', () => {
    truncateSync(join(folder, file('huge.json', '')), 200_000_000)
    const { code, err } = palimpsest(['context', 'huge.json'])
    expect(code).toBe(2)
    expect(err).toMatch(/huge\.json is too large: 200 MB, at most 100 MB.*\n.*--max-mb/)
  })

  test('standard input without end, without keeping it', () => {
    const { code, err } = palimpsest(['context', '-', '--max-mb', '1'], Buffer.alloc(3_000_000, 0x20))
    expect([code, err.includes('- is too large')]).toEqual([2, true])
  })

  test('a missing file, a folder, a format that does not exist', () => {
    expect(palimpsest(['context', 'nowhere.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('nowhere.json does not exist'),
    })
    expect(palimpsest(['context', '.'])).toMatchObject({ code: 2, err: expect.stringContaining('. is a folder') })
    expect(palimpsest(['convert', 'x', '--to', 'morse'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('openai-responses'),
    })
  })

  test('half a surrogate pair is mended on request', () => {
    const { code, out } = palimpsest([
      'convert',
      file('half.json', '[{"role":"user","content":"a\\ud83d"}]'),
      '--to',
      'openai-chat',
      '--mend',
    ])
    expect([code, JSON.parse(out)]).toEqual([0, [{ role: 'user', content: 'a\ufffd' }]])
  })
})

describe('what is nested without end inside of a text never ends a command', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: deep } }
  const calls = JSON.stringify([
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: deep },
  ])

  test.each([
    ['convert', '--to', 'anthropic'],
    ['convert', '--to', 'openai-responses'],
    ['context', '--json'],
    ['replay', '--json'],
  ])('in the arguments of a call: %s %s %s', (command, ...options) => {
    const { code, err } = palimpsest([command, file('calls.json', calls), ...options])
    expect([code, err]).toEqual([0, expect.not.stringContaining('bug')])
  })

  test('in a dump, it is told with its line', () => {
    const header = `{"format":"palimpsest-conversation","version":1,"conversation":${deep}}\n`
    const { code, err } = palimpsest(['sessions', 'import', file('dump.jsonl', header), '--db', 'dump.db'])
    expect(code).toBe(2)
    expect(err).toMatch(/^error: dump\.jsonl:1/)
    expect(err).not.toContain('bug')
  })
})

test('an address that is none is refused under the name of its option', () => {
  const { code, err } = palimpsest(['run', 'hi', '--model', 'gpt-5', '--base-url', 'localhost:8080'])
  expect(code).toBe(2)
  expect(err).toMatch(/--base-url .*Expected an http:\/\/ or https:\/\/ address/)
})

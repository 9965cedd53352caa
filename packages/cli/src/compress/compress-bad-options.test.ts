import { afterAll, expect, test } from 'vitest'
import { createCompressDesk, jsonLines, shortChat, small } from './compress-desk.arbitrary.ts'

const desk = createCompressDesk()
const { compress, here, path, file } = desk
afterAll(desk.clear)

const short = file('short.jsonl', jsonLines(shortChat))

test.each<[string, string, RegExp]>([
  ['--threshold', '0', /above 0 and up to 1/],
  ['--threshold', '1.01', /above 0 and up to 1/],
  ['--threshold', 'half', /above 0 and up to 1/],
  ['--threshold', '', /above 0 and up to 1/],
  ['--target-ratio', '0.09', /from 0\.10 to 0\.80/],
  ['--target-ratio', '0.9', /from 0\.10 to 0\.80/],
  ['--protect-last-n', '0', /whole number from 1/],
  ['--protect-last-n', '2.5', /whole number from 1/],
  ['--protect-first-n', '-1', /whole number from 0/],
  ['--context-length', '0', /whole number from 1/],
  ['--context-length', '16k', /whole number from 1/],
  ['--max-tokens', '0', /whole number from 1/],
  ['--max-tokens', '16000', /whole number below 16000/],
  ['--summarizer-context-length', 'x', /whole number from 1/],
  ['--summarizer', 'oracle', /auto, mechanical, command/],
  ['--summarizer', 'command', /--summarizer-command/],
  ['--summarizer-command', ' ', /some text/],
  ['--engine', 'abacus', /compressor, lcm/],
  ['--focus', '', /some text/],
  ['--tokenizer', 'abacus', /estimate, o200k/],
  ['--diff', 'long', /brief, full/],
  ['--format', 'morse', /openai-chat/],
])('%s %j is refused with what is allowed', async (option, value, allowed) => {
  const { code, out, err } = await compress(short, [...(option === '--context-length' ? [] : small), option, value])
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(option)
  expect(err).toContain(value)
  expect(err).toMatch(allowed)
})

test('a file that cannot be read is told with its name, and nothing is written', async () => {
  file('bad.json', '[{"role":"user",\n"content":"hel')
  const { code, out, err } = await compress('bad.json')
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/bad\.json:2:\d+: the JSON ends too early/)
  expect((await here(['compress', path('nowhere.json')])).code).toBe(2)
})

test('an output that cannot be written is told, and no document says that it was', async () => {
  const { code, out, err } = await compress(short, ['--json', '--out', path('no/such/folder/x.json')])
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('cannot be written (ENOENT)')
})

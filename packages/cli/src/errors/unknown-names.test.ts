import { describe, expect, test } from 'vitest'
import { createHomeDesk } from '../doctor/home-desk.arbitrary.ts'
import { sampleChat } from '../testing/binary.ts'

describe('a name that nothing goes by is told with those that are there', () => {
  test.each([
    [['zork'], /unknown command 'zork'\nCommands: context, .*, doctor\n/],
    [['sesions', 'list'], /Did you mean sessions\?.*\nCommands: context, /],
    [['sessions', 'zork'], /unknown command 'zork'\nCommands: list, show, .*, delete\n/],
    [['config', 'zork'], /\nCommands: get, set, path\n/],
    [['plugins', 'zork'], /unknown command 'zork'\nCommands: list, use\n/],
    [['context', 'talk.json', '--format', 'zork'], /anthropic, openai-chat, .*codex/],
    [['compress', 'talk.json', '--engine', 'zork'], /no engine "zork"\n.*one that is there: compressor, lcm;/],
    [['replay', 'talk.json', '--engine', 'compresser'], /Did you mean compressor\?/],
    [['config', 'get', 'zork'], /Known here: model, compression, /],
    [['config', 'set', 'compression.treshold', '1'], /Did you mean compression\.threshold\?/],
  ])('%j', async (args, message) => {
    const desk = createHomeDesk()
    const talk = desk.write('talk.json', JSON.stringify(sampleChat))
    const { code, out, err } = await desk.run(args.map((arg) => (arg === 'talk.json' ? talk : arg)))
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(message)])
  })

  test('a conversation', async () => {
    const desk = createHomeDesk()
    const talk = desk.write('talk.json', JSON.stringify(sampleChat))
    const id = (await desk.run(['sessions', 'import', talk])).out.trim()
    for (const args of [['sessions', 'show'], ['usage'], ['recall', 'x', '--conversation']]) {
      const { code, err } = await desk.run([...args, 'zork'])
      expect([code, err]).toEqual([2, expect.stringContaining(`The newest here: ${id} (看看这个文件).`)])
    }
  })

  test('a model that is only misspelt', async () => {
    const desk = createHomeDesk()
    const talk = desk.write('talk.json', JSON.stringify(sampleChat))
    const meant = 'Did you mean claude-sonnet-5?'
    for (const args of [['context'], ['compress', '--dry-run']])
      expect((await desk.run([...args, talk, '--model', 'claude-sonet-5'])).err).toContain(meant)
    expect((await desk.run(['replay', talk, '--price', 'claude-sonet-5'])).err).toContain(meant)
    expect((await desk.run(['context', talk, '--model', 'my-own-model'])).err).not.toContain('Did you mean')
  })

  test('a summarizer command that fails is named, with its exit code and its last words, and no secret', async () => {
    const desk = createHomeDesk()
    const long = Array.from({ length: 60 }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: `${i} ${'words '.repeat(300)}`,
    }))
    const talk = desk.write('talk.json', JSON.stringify(long))
    const secret = `sk-ant-api03-${'aB3dE6gH9jK2'.repeat(7)}AA`
    const command = `KEY=${secret} sh -c 'echo no quota for $KEY >&2; exit 3'`
    const { err } = await desk.run([
      ...['compress', talk, '--context-length', '20000', '--dry-run', '--summarizer-command', command],
    ])
    expect(err).toMatch(/The summarizer command \(.*exit 3.*\) ended with exit code 3: no quota for \[REDACTED\]/)
    expect(err).not.toContain('sk-ant-api03-aB3d')
  })
})

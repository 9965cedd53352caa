import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../compose.ts'
import { binary } from '../testing/binary.ts'

const anthropic = { ANTHROPIC_API_KEY: 'a' }
const openai = { OPENAI_API_KEY: 'o' }

/** Every provider is the simulator, which knows by the path who was meant. */
async function createDesk(config = '') {
  const simulator = await startSimulator({})
  onTestFinished(() => simulator.close())
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-provider-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'home'))
  if (config !== '') writeFileSync(join(folder, 'home', 'config.yaml'), config)
  const { PATH } = process.env
  const places = { ANTHROPIC_BASE_URL: simulator.url, OPENAI_BASE_URL: `${simulator.url}/v1` }
  const env = { PATH, PALIMPSEST_HOME: join(folder, 'home'), ...places }
  const run = (keys: Readonly<Record<string, string>>, ...args: string[]) =>
    new Promise<{ readonly code: number | string; readonly err: string }>((resolve) => {
      const all = [binary, 'run', 'Hi.', '--workspace', folder, ...args]
      execFile(process.execPath, all, { env: { ...env, ...keys } }, (error, _, err) =>
        resolve({ code: error?.code ?? 0, err }),
      )
    })
  const chat = (lines: string, ...args: string[]) =>
    new Promise<string>((resolve) => {
      const all = [binary, 'chat', '--workspace', folder, ...args]
      const child = execFile(process.execPath, all, { env: { ...env, ...anthropic, ...openai } }, (_, out) =>
        resolve(out),
      )
      child.stdin?.end(lines)
    })
  return { run, chat, asked: () => simulator.calls.map(({ api }) => api) }
}

test.each([
  ['nothing', ''],
  ['another provider', 'model:\n  provider: anthropic\n  name: claude-sonnet-5\n'],
])('a model that is named for a run goes to its maker when %s is configured', async (_, config) => {
  const { run, asked } = await createDesk(config)
  expect(await run({ ...anthropic, ...openai }, '--model', 'gpt-5')).toMatchObject({ code: 0 })
  expect(await run({ ...anthropic, ...openai }, '--model', 'claude-haiku-5-5')).toMatchObject({ code: 0 })
  expect(asked()).toEqual(['openai-responses', 'anthropic'])
  const { code, err } = await run(anthropic, '--model', 'gpt-5')
  expect(code).toBe(1)
  expect(err).toMatch(/no key for openai-responses, which gpt-5 is asked for at\n.*OPENAI_API_KEY/)
  expect((await run(anthropic, '--model', 'x-ai/grok-4')).err).toContain('OPENROUTER_API_KEY')
})

test('a provider that is configured with its model wins, with a hint', async () => {
  const { run, asked } = await createDesk('model:\n  provider: anthropic\n  name: gpt-5\n')
  const { err } = await run({ ...anthropic, ...openai })
  expect(err).toContain('gpt-5 looks like a model of openai-responses, but is asked for at anthropic')
  expect(asked()).toEqual(['anthropic'])
})

test('where a name tells nothing and several keys are set, the question is asked and not guessed', async () => {
  const { run, asked } = await createDesk()
  const { code, err } = await run({ ...anthropic, ...openai }, '--model', 'mine')
  expect(code).toBe(2)
  expect(err).toMatch(/mine does not tell.*ANTHROPIC_API_KEY and OPENAI_API_KEY are set\n.*--provider NAME/)
  expect(asked()).toEqual([])
})

test('/model goes to the maker of the other model', async () => {
  const { chat, asked } = await createDesk()
  const out = await chat('Hi.\n/model gpt-5\nHi again.\n', '--model', 'claude-sonnet-5')
  expect(out).toContain('Now speaking with gpt-5 (openai-responses, ')
  expect(asked()).toEqual(['anthropic', 'openai-responses'])
})

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startSimulator } from '../compose.ts'
import { binary } from '../testing/binary.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

async function createDesk(script: Parameters<typeof startSimulator>[0]['script']) {
  const simulator = await startSimulator({ ...(script && { script }) })
  cleanUps.push(() => simulator.close())
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-run-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const env = { PALIMPSEST_HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'test' }
  const args = ['--model', 'claude-sonnet-5', '--base-url', simulator.url, '--workspace', folder]
  /** The simulator answers from this process, so the command must not block it. */
  const run = (prompt: string, ...more: string[]) =>
    new Promise<{ readonly code: number; readonly out: string }>((resolve) => {
      const all = [binary, 'run', prompt, ...args, ...more]
      execFile(process.execPath, all, { env: { ...process.env, ...env } }, (error, out) =>
        resolve({ code: error === null ? 0 : 1, out }),
      )
    })
  return { folder, run }
}

test('the agent does what it is asked, and the conversation goes on where it ended', async () => {
  const { run, folder } = await createDesk([
    { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'hello' } }] },
    'Written.',
    'It was a.txt.',
  ])
  const first = await run('Write a file.', '--yes', '--json')
  expect(first.code).toBe(0)
  const answer = JSON.parse(first.out)
  expect(answer).toMatchObject({ outcome: 'answered', answer: 'Written.', model: 'claude-sonnet-5' })
  expect(answer.usage.cacheWrite).toBeGreaterThan(0)
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('hello')
  const second = await run('Which one?', '--resume', answer.conversation)
  expect(second.out).toBe('It was a.txt.\n')
})

test('without --yes nothing is written', async () => {
  const { run, folder } = await createDesk([
    { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'hello' } }] },
    'You said no.',
  ])
  expect((await run('Write a file.')).out).toBe('You said no.\n')
  expect(existsSync(join(folder, 'a.txt'))).toBe(false)
})

test('without --yes nothing is remembered either, and with it all is', async () => {
  const note = { calls: [{ name: 'memory', input: { action: 'add', text: 'Likes tea.' } }] }
  const { run, folder } = await createDesk([note, 'Not noted.', note, 'Noted.'])
  const file = join(folder, 'home', 'memory', 'MEMORY.md')
  await run('Remember.')
  expect(existsSync(file)).toBe(false)
  await run('Remember.', '--yes')
  expect(readFileSync(file, 'utf8')).toBe('- Likes tea.\n')
})

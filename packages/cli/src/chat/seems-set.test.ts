import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { processIo } from '../terminal/io.ts'
import { seemsSet } from './seems-set.ts'

function createDesk(env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'palimpsest-set-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  return { home, io: { ...processIo(new AbortController().signal), env: { PALIMPSEST_HOME: home, ...env } } }
}

test('a model and a key, or a server that needs none, are enough to show a prompt', () => {
  const keyed = createDesk({ OPENAI_API_KEY: 'x' }).io
  expect(seemsSet({ model: 'm' }, keyed)).toBe(true)
  expect(seemsSet({}, keyed)).toBe(false)
  expect(seemsSet({}, { ...keyed, env: { ...keyed.env, PALIMPSEST__MODEL__NAME: 'm' } })).toBe(true)
  expect(seemsSet({ model: 'm', provider: 'custom' }, createDesk().io)).toBe(true)
})

test('whoever has neither is told so before anything is shown', () => {
  expect(seemsSet({ model: 'm' }, createDesk().io)).toBe(false)
  expect(seemsSet({ model: 'm' }, createDesk({ OPENAI_API_KEY: '' }).io)).toBe(false)
})

test('where there is a file of settings, it may say all of it', () => {
  const { home, io } = createDesk()
  writeFileSync(join(home, 'config.yaml'), 'model: {}\n')
  expect(seemsSet({}, io)).toBe(true)
})

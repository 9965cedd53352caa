import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** What is loaded before the prompt stands: each module, and the packages it names. Types load nothing. */
function loadedBy(file: string, seen = new Map<string, readonly string[]>()): ReadonlyMap<string, readonly string[]> {
  if (seen.has(file)) return seen
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(/^(?:import|export)(?! type)([^'"]*?from )?\s*'([^']+)'/gm)]
  const names = imports.filter(([, named = '']) => loadsValues(named)).map(([, , name = '']) => name)
  seen.set(
    file,
    names.filter((name) => !name.startsWith('.')),
  )
  for (const name of names) if (name.startsWith('.')) loadedBy(resolve(dirname(file), name), seen)
  return seen
}

/** Names in braces may all be types. */
function loadsValues(named: string): boolean {
  const [, braced] = /\{([^}]*)\}/.exec(named) ?? []
  return braced === undefined || braced.split(',').some((name) => name.trim() !== '' && !/^\s*type\s/.test(name))
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

test('the prompt of a chat stands before settings, agent, stores, engines and most of the core are loaded', () => {
  const loaded = loadedBy(here('../commands/chat-action.ts'))
  const packages = new Set([...loaded.values()].flat().filter((name) => !name.startsWith('node:')))
  expect([...packages].toSorted()).toEqual(['@palimpsest/core/json', 'picocolors'])
  const late = /compose-runtime|slash-commands|run-chat|turn-view|markdown-stream|piped-ui/
  expect([...loaded.keys()].filter((file) => late.test(file))).toEqual([])
})

test('settings are checked before an agent is loaded', () => {
  const loaded = loadedBy(here('../../../agent/src/open-settings.ts'))
  const packages = new Set([...loaded.values()].flat().filter((name) => !name.startsWith('node:')))
  const few = ['@palimpsest/core/defaults', '@palimpsest/core/json', '@palimpsest/core/redact', 'yaml', 'zod']
  expect([...packages].toSorted()).toEqual(few)
})

test.each(['anthropic', 'openai', 'openai-chat', 'openai-responses', 'openai-client'])(
  'an SDK is loaded with the first call of %s, not before',
  (name) => {
    const loaded = loadedBy(here(`../../../agent/src/provider/${name}.ts`))
    expect([...loaded.values()].flat()).not.toContain('openai')
    expect([...loaded.values()].flat()).not.toContain('@anthropic-ai/sdk')
  },
)

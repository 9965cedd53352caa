import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = dirname(fileURLToPath(import.meta.url))

/** Every module that a door of the package loads, by following what it imports. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  // The example's sources hold code of their own in texts; the linter keeps them pure.
  if (seen.has(file) || file.includes('/example/')) return seen
  seen.add(file)
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}).* from '([^']+)'/gm)) {
    if (from.startsWith('.')) loadedBy(join(dirname(file), from), seen)
    else seen.add(from)
  }
  return seen
}

test('billing, models and faults load where there is no Node; only the server needs it', () => {
  const foreign = (door: string) => [...loadedBy(join(source, door))].filter((module) => !module.endsWith('.ts'))
  expect(foreign('index.ts').filter((module) => !module.startsWith('@palimpsest/core/'))).toEqual([])
  expect(foreign('index.ts')).toContain('@palimpsest/core/models')
  expect(foreign('server/create-simulator.ts')).toContain('node:http')
})

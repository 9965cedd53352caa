import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('.', import.meta.url))
const { peerDependencies } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8')) as {
  readonly peerDependencies: Readonly<Record<string, string>>
}

test('no file of ours imports a host, so that every door opens where none is installed', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(?:test|arbitrary)\.ts$/.test(file),
  )
  const imported = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return [...text.matchAll(/^(?!(?:import|export) type ).* from '([^']+)'$/gm)].map(([, name = '']) => name)
  })
  expect(imported).toContain('@palimpsest/core/tokens')
  expect(Object.keys(peerDependencies)).toContain('ai')
  expect(
    imported.filter((name) =>
      Object.keys(peerDependencies).some((peer) => name === peer || name.startsWith(`${peer}/`)),
    ),
  ).toEqual([])
})

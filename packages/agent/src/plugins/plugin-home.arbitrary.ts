import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of plugins that is gone when the test ends; files by their path in it. */
export function pluginHome(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-plugins-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return folder
}

/** The text of an object that has the form of an engine. */
export function engineText(name: string, more = ''): string {
  return `{ name: '${name}', contract: 1, shouldCompress: () => true, hasContentToCompress: () => true,
    compress: async () => ({ kind: 'unchanged', reason: 'no-gain', detail: '' }), ${more} }`
}

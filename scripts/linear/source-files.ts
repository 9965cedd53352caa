import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The files that are shipped, from the root. */
export const sourceFiles: readonly string[] = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
  .map((path) => `packages/${path.replaceAll('\\', '/')}`)
  .filter((path) => /^packages\/[^/]+\/src\/.*\.ts$/.test(path))
  .filter((path) => !/\.test\.ts$|\.arbitrary\.ts$|\.d\.ts$|\/testing\//.test(path))

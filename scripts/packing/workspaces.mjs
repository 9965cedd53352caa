import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Reads a JSON file of the checkout, by its path from the root. */
export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/** Every package of the checkout, those that others depend on first, as they have to be published. */
export function workspaces() {
  const all = readJson('package.json').workspaces.map((folder) => {
    const manifest = readJson(`${folder}/package.json`)
    return { name: manifest.name, folder, manifest, doors: doorsOf(manifest) }
  })
  const done = new Set()
  const visit = (one) => {
    if (done.has(one)) return []
    done.add(one)
    const needed = all.filter(({ name }) => name in (one.manifest.dependencies ?? {}))
    return [...needed.flatMap(visit), one]
  }
  return all.flatMap(visit)
}

/** What can be imported from a package, with the declarations behind it. */
function doorsOf({ name, exports }) {
  return Object.entries(exports)
    .filter(([path]) => path !== './package.json')
    .map(([path, target]) => ({ name: path.replace('.', name), types: target.types }))
}

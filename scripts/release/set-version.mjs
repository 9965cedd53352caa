import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDerivedFiles } from '../packing/derived-files.mjs'
import { readJson, root, workspaces } from '../packing/workspaces.mjs'
import { cutChangelog } from './cut-changelog.mjs'

/** Writes a version wherever it stands: manifests, what they say of each other, the lock file, `llms.txt`, the changelog. */
export function setVersion(version, date) {
  writeJson('package.json', { ...readJson('package.json'), version })
  writeDerivedFiles()
  writeJson('package-lock.json', lockOf(readJson('package-lock.json'), version))
  const path = join(root, 'CHANGELOG.md')
  writeFileSync(path, cutChangelog(readFileSync(path, 'utf8'), version, date))
}

function lockOf(lock, version) {
  const changed = workspaces().map(({ folder, manifest }) => {
    const { dependencies } = manifest
    return [folder, { ...lock.packages[folder], version, ...(dependencies === undefined ? {} : { dependencies }) }]
  })
  const packages = { ...lock.packages, '': { ...lock.packages[''], version }, ...Object.fromEntries(changed) }
  return { ...lock, version, packages }
}

function writeJson(path, value) {
  writeFileSync(join(root, path), `${JSON.stringify(value, null, 2)}\n`)
}

import { readdirSync, statSync } from 'node:fs'

/**
 * A source that changed after its package was built; `undefined` where all are built. It is asked for at every start of a
 * checkout's command, so names alone tell files from folders: more than a thousand files take some milliseconds.
 */
export function staleSource(packages) {
  for (const name of readdirSync(packages)) {
    const builtMs = changedMs(`${packages}/${name}/dist/.tsbuildinfo`)
    const found = builtMs === undefined ? undefined : newerThan(builtMs, `${packages}/${name}/src`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Tests are not built; nor is, in some packages, what only they use. */
const unbuilt = /\.(?:test|arbitrary)\.ts$|^testing$/

function newerThan(builtMs, folder) {
  for (const name of readdirSync(folder).filter((each) => !unbuilt.test(each))) {
    const path = `${folder}/${name}`
    const isNewer = name.endsWith('.ts') && changedMs(path) > builtMs
    const found = isNewer ? path : name.includes('.') ? undefined : newerThan(builtMs, path)
    if (found !== undefined) return found
  }
  return undefined
}

function changedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

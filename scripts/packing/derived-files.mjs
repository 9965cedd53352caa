import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { llmsOfPackage, llmsOfRepository } from './llms.mjs'
import { readJson, root, workspaces } from './workspaces.mjs'

/** What every package publishes, and what it does not. */
const published = ['dist', 'src/**/*.ts', 'llms.txt']
const unpublished = ['!dist/.tsbuildinfo', '!src/**/*.test.ts', '!src/**/*.arbitrary.ts']

/**
 * Files of the packages that follow from others: licence, `llms.txt`, and the fields of a manifest that all packages share.
 * Each comes as its path and the text that it should have.
 */
export function derivedFiles() {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8')
  return [
    { path: 'llms.txt', text: llmsOfRepository() },
    ...workspaces().flatMap((workspace) => [
      { path: `${workspace.folder}/LICENSE`, text: licence },
      { path: `${workspace.folder}/package.json`, text: `${JSON.stringify(manifestOf(workspace), null, 2)}\n` },
      { path: `${workspace.folder}/llms.txt`, text: llmsOfPackage(workspace) },
    ]),
  ]
}

/** Those that are missing or say something else. */
export function outdatedFiles() {
  return derivedFiles().filter(({ path, text }) => {
    const full = join(root, path)
    return !existsSync(full) || readFileSync(full, 'utf8') !== text
  })
}

/** Writes them; returns the paths of those that changed. A manifest comes first, as others tell what it says. */
export function writeDerivedFiles() {
  const manifests = outdatedFiles().filter(({ path }) => path.endsWith('/package.json'))
  for (const { path, text } of manifests) writeFileSync(join(root, path), text)
  const others = outdatedFiles()
  for (const { path, text } of others) writeFileSync(join(root, path), text)
  return [...manifests, ...others].map(({ path }) => path)
}

/** A manifest with the shared fields as the root states them, in the order that all manifests have. */
function manifestOf({ folder, manifest }) {
  const { version, license, repository, bugs, homepage, engines, workspaces: folders } = readJson('package.json')
  const {
    name,
    description,
    keywords = [],
    publishConfig,
    sideEffects = false,
    files,
    bin,
    exports,
    ...rest
  } = manifest
  const own = (files ?? []).filter((path) => ![...published, ...unpublished].includes(path))
  const ours = new Set(folders.map((path) => readJson(`${path}/package.json`).name))
  return {
    name,
    version,
    description,
    keywords: [...new Set(['llm', 'agent', 'context-window', 'context-management', ...keywords])],
    homepage: `${homepage.replace('#readme', '')}/tree/main/${folder}#readme`,
    bugs,
    repository: { ...repository, directory: folder },
    license,
    type: 'module',
    engines: manifest.engines ?? engines,
    publishConfig: { access: 'public', provenance: true },
    sideEffects,
    files: [
      ...own.filter((path) => !path.startsWith('!')),
      ...published,
      ...unpublished,
      ...own.filter((path) => path.startsWith('!')),
    ],
    ...(bin === undefined ? {} : { bin }),
    exports,
    ...withoutShared(rest),
    ...('dependencies' in rest ? { dependencies: lockstep(rest.dependencies, ours, version) } : {}),
  }
}

function withoutShared({ version, homepage, bugs, repository, license, type, engines, ...rest }) {
  return rest
}

/** Our packages depend on exactly one version of each other: they are released together. */
function lockstep(dependencies, ours, version) {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [name, ours.has(name) ? version : range]),
  )
}

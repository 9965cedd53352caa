import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { root } from './workspaces.mjs'

/** What a package that can be published has to bring. */
const needed = ['package.json', 'README.md', 'LICENSE', 'llms.txt']

/** Files that only the checkout needs, or that hold what somebody did there. */
const unwanted =
  /\.(?:test|arbitrary)\.|\.tsbuildinfo$|(?:^|\/)(?:\.env|\.npmrc|\.git|node_modules|coverage)(?:\/|$)|\.(?:db|sqlite|log|pem|key|jsonl|tgz|gz)$/

/** Names that no package may publish, and names that it lacks. */
export function inspectNames(files) {
  return [
    ...needed.filter((name) => !files.includes(name)).map((name) => `${name} is missing`),
    ...files.filter((path) => unwanted.test(path)).map((path) => `${path} should not be published`),
    ...files
      .filter((path) => /^dist\/.*\.js$/.test(path) && !files.includes(sourceOf(path)))
      .map((path) => `${path} was built from a source that is gone: build anew`),
  ]
}

/** What is wrong inside an installed package: texts of this machine, maps and links that lead nowhere, imports it does not declare. */
export function inspectPackage(folder, manifest, secrets) {
  return filesBelow(folder).flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8')
    return [
      ...machinePaths()
        .filter((place) => text.includes(place))
        .map((place) => `${path} names ${place}`),
      ...secrets.filter(({ value }) => text.includes(value)).map(({ name }) => `${path} holds the value of ${name}`),
      ...(privateKey.test(text) ? [`${path} holds a key`] : []),
      ...(path.endsWith('.map') ? brokenMap(folder, path, text) : []),
      ...(path === 'llms.txt' ? brokenLinks(folder, text) : []),
      ...(/^dist\/.*\.(?:js|d\.ts)$/.test(path) ? undeclared(path, text, manifest) : []),
    ]
  })
}

/** Keys that are long enough to be real; shorter ones are examples. */
const privateKey = /\bnpm_[A-Za-z0-9]{36}\b|\bsk-ant-api\d\d-[\w-]{80}|\bgh[pousr]_[A-Za-z0-9]{36}\b/

function machinePaths() {
  return [root, homedir()].filter((place) => place.length > 1).map((place) => `${place}/`)
}

function sourceOf(path) {
  return path.replace(/^dist/, 'src').replace(/\.js$/, '.ts')
}

function brokenMap(folder, path, text) {
  const { sources, sourceRoot = '' } = JSON.parse(text)
  const places = sources.map((source) => posix.join(dirname(path), sourceRoot, source))
  return places
    .filter((place) => !existsSync(join(folder, place)))
    .map((place) => `${path} leads to ${place}: not there`)
}

function brokenLinks(folder, text) {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link)
  return links.filter((link) => !existsSync(join(folder, link))).map((link) => `llms.txt leads to ${link}: not there`)
}

function undeclared(path, text, manifest) {
  const { name, dependencies, peerDependencies, optionalDependencies } = manifest
  const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })])
  const packages = importsOf(text).flatMap(packageOf)
  return [...new Set(packages)].filter((one) => !declared.has(one)).map((one) => `${path} imports ${one}, undeclared`)
}

/** What a file imports. Its head ends at the first template: those behind it may be texts that look like imports. */
function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const head = code.split('`')[0]
  const early = head.matchAll(/^(?:import|export)(?:\s[^'"=;]*?\sfrom)?\s*['"]([^'"\n]+)['"]/gm)
  return [...early, ...code.matchAll(/\bimport\(['"]([^'"]+)['"]\)/g)].map(([, specifier]) => specifier)
}

function packageOf(specifier) {
  if (/^(?:\.|node:)/.test(specifier) || builtinModules.includes(specifier)) return []
  return [specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')]
}

function filesBelow(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(below, entry.name)
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? filesBelow(folder, path) : [path]
  })
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './linear/source-files.ts'

const skipped = new Set(['node_modules', 'dist', '.git'])

/** Every file of the checkout, by its path from the root. */
const files = filesBelow('')
const places = new Set(files.flatMap((path) => [path, ...foldersOf(path)]))

const names = new Set(files.map((path) => posix.basename(path)))

const documents = files
  .filter((path) => /^(?:[^/]+|docs\/.+|packages\/[^/]+\/[^/]+|examples\/.+)\.md$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

describe.each(documents)('$path', ({ path, text }) => {
  test('links to what is there', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    expect(links.filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(path, target))).toEqual([])
  })

  test('names files and folders that are there', () => {
    expect(namedPaths(text).filter((name) => !isThere(name))).toEqual([])
  })

  test('names files without their folder that are somewhere', () => {
    expect(bareNames(text).filter((name) => !names.has(name))).toEqual([])
  })

  test('names doors that packages have', () => {
    const doors = [...text.matchAll(/@palimpsest\/[a-z]+(?:\/[a-z-]+)*/g)].map(([door]) => door)
    expect(doors.filter((door) => !allDoors.includes(door) && !isPackage(door))).toEqual([])
  })

  test.skipIf(path === 'CHANGELOG.md')('names identifiers that the sources have', () => {
    const prose = text.replace(/^```.*?^```/gms, '')
    const found = [...prose.matchAll(/`([A-Za-z][A-Za-z0-9]*)(?:\([^`]*\))?`/g)].map(([, name = '']) => name)
    expect(found.filter((name) => /[a-z][A-Z]/.test(name) && !words.has(name))).toEqual([])
  })
})

describe.each(readdirSync(join(root, 'packages')))('the README of packages/%s', (name) => {
  test('names every door of the package', () => {
    const text = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
    expect(doorsOf(name).filter((door) => !text.includes(`\`${door}\``))).toEqual([])
  })
})

/** True when a link, seen from the document that holds it, leads to a file or folder, and to a heading where it names one. */
function leadsSomewhere(from: string, target: string): boolean {
  const [name = '', anchor] = target.split('#')
  const path = name === '' ? from : posix.join(posix.dirname(from), name).replace(/\/$/, '')
  if (!places.has(path)) return false
  return anchor === undefined || !path.endsWith('.md') || headingsOf(path).includes(anchor)
}

function headingsOf(path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )
}

/** Paths from `packages/` on, wherever they are, and paths in backticks that begin with a package or a folder of the root. */
function namedPaths(text: string): readonly string[] {
  const whole = [...text.matchAll(/(?<![\w/.-])packages\/[\w./*<>-]*[\w/*>]/g)].map(([path]) => path)
  const quoted = [...text.matchAll(/`([a-z]+\/[\w./*<>-]*)`/g)].map(([, path = '']) => path)
  return [...whole, ...quoted.filter((path) => isOurs(path.split('/')[0] ?? ''))]
}

/** File names in backticks that come without a folder. */
function bareNames(text: string): readonly string[] {
  return [...text.matchAll(/`([\w-][\w.-]*\.ts)`/g)].map(([, name = '']) => name)
}

function isOurs(folder: string): boolean {
  return ['bench', 'docs', 'examples', 'scripts'].includes(folder) || existsSync(join(root, 'packages', folder, 'src'))
}

/** `core/log` is short for `packages/core/src/log`; `*` and `<name>` are any name. */
function isThere(name: string): boolean {
  const [first = '', ...rest] = name.replace(/\/$/, '').split('/')
  const inside = rest.join('/')
  const candidates = [[first, ...rest].join('/'), `packages/${first}/${inside}`, `packages/${first}/src/${inside}`]
  return candidates.some((path) => (/[*<]/.test(path) ? [...places].some(patternOf(path)) : places.has(path)))
}

function patternOf(path: string): (place: string) => boolean {
  const source = path.replace(/[.]/g, '\\.').replace(/\*|<[\w-]+>/g, '[^/]*')
  const pattern = new RegExp(`^${source}$`)
  return (place) => pattern.test(place)
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (skipped.has(entry.name)) return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function foldersOf(path: string): readonly string[] {
  const folder = posix.dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

function doorsOf(name: string): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  return Object.keys(exports).map((door) => posix.join(`@palimpsest/${name}`, door))
}

/** Some packages have no door at their root, but they have a name; `@palimpsest/source` is a condition of their exports. */
function isPackage(name: string): boolean {
  if (name === '@palimpsest/source') return true
  return existsSync(join(root, 'packages', name.replace('@palimpsest/', ''), 'package.json'))
}

const allDoors = readdirSync(join(root, 'packages')).flatMap(doorsOf)

/** Every word of the sources, comments and tests included. */
const words = new Set(
  files
    .filter((path) => /^(?:packages|scripts|bench|examples)\/.*\.(?:ts|mjs|js|json)$/.test(path))
    .flatMap((path) => readFileSync(join(root, path), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []),
)

import type { Touch } from '../ledger.ts'

/** A path in an index, and what was done to its file. */
export interface ListedPath {
  readonly path: string
  readonly touch?: Touch
}

/** The line above the paths of an index. */
export const trieTitle = 'Paths by folder (* changed):'

/** Signs that would part a path in two, or end it, where it is listed. */
const unlistable = /[\s*():\\]|^[-[]|^\/?$|\/$|\/\//

/** True for a path that a trie can list; others have lines of their own. */
export function isListable(path: string): boolean {
  return !unlistable.test(path)
}

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: Map<string, string>
}

/**
 * Paths as an indented tree: what they share is written once, and the files of a folder are on its line. A path that was
 * listed takes about seven tokens in it, as a line of its own thirteen.
 */
export function writeTrie(paths: readonly ListedPath[]): string {
  const root = newFolder()
  const others: string[] = []
  for (const { path, touch } of paths) {
    if (isListable(path)) put(root, path, noteOf(touch))
    else others.push(`- ${path}${noteOf(touch)}`)
  }
  const lines: string[] = []
  writeFiles(root, '', lines)
  writeFolders(root, '', lines)
  return [...lines, ...others.sort()].join('\n')
}

function newFolder(): Folder {
  return { folders: new Map(), files: new Map() }
}

function noteOf(touch: Touch | undefined): string {
  if (touch === 'changed') return '*'
  return touch === 'created' || touch === 'deleted' ? `(${touch})` : ''
}

function put(root: Folder, path: string, note: string): void {
  const names = path.split('/')
  const name = names.pop() ?? ''
  let folder = root
  for (const each of names) {
    const next = folder.folders.get(each) ?? newFolder()
    folder.folders.set(each, next)
    folder = next
  }
  folder.files.set(name, note)
}

/** A folder that has a line of its own is not listed beside it. */
function filesOf({ folders, files }: Folder): readonly string[] {
  return [...files.keys()]
    .filter((name) => !folders.has(name))
    .sort()
    .map((name) => `${name}${files.get(name) ?? ''}`)
}

function writeFiles(folder: Folder, lead: string, lines: string[]): void {
  const files = filesOf(folder)
  const line = [...(lead.trim() === '' ? [] : [lead]), ...files].join(' ')
  if (line !== '') lines.push(line)
}

function writeFolders(folder: Folder, indent: string, lines: string[]): void {
  for (const name of [...folder.folders.keys()].sort()) {
    let path = `${name}/`
    let inner = folder.folders.get(name) ?? folder
    for (let only = onlyFolder(inner); only !== undefined; only = onlyFolder(inner)) {
      path += `${only.name}/`
      inner = only.folder
    }
    writeFiles(inner, `${indent}${path}`, lines)
    writeFolders(inner, `${indent} `, lines)
  }
}

/** The folder in a folder that has nothing else. */
function onlyFolder(folder: Folder): { readonly name: string; readonly folder: Folder } | undefined {
  const [first, second] = folder.folders
  if (first === undefined || second !== undefined) return undefined
  // A file of the same name as its only folder is not listed, see `filesOf`.
  const listed = folder.files.size - (folder.files.has(first[0]) ? 1 : 0)
  if (listed > 0) return undefined
  return { name: first[0], folder: first[1] }
}

/** The paths that the lines of a tree list, spelt out; `folders` are those that have a line. */
export interface SpeltTrie {
  readonly files: readonly ListedPath[]
  readonly folders: readonly string[]
}

/** Reads a tree back. */
export function readTrie(lines: readonly string[]): SpeltTrie {
  const files: ListedPath[] = []
  const folders: string[] = []
  const above: string[] = []
  for (const line of lines) {
    if (line.startsWith('- ')) {
      files.push(readName('', line.slice(2)))
      continue
    }
    const indent = line.length - line.trimStart().length
    const words = line.trim().split(' ')
    const [lead = ''] = words
    const folder = lead.endsWith('/') ? `${above.slice(0, indent).join('')}${lead}` : ''
    if (folder !== '') {
      above.length = indent
      above[indent] = lead
      folders.push(folder.length > 1 ? folder.slice(0, -1) : folder)
    }
    for (const word of folder === '' ? words : words.slice(1)) if (word !== '') files.push(readName(folder, word))
  }
  return { files, folders }
}

const noted = /(?:\((created|deleted)\)|(\*))$/

function readName(folder: string, word: string): ListedPath {
  const [note = '', touch, star] = noted.exec(word) ?? []
  const path = `${folder}${word.slice(0, word.length - note.length)}`
  if (star !== undefined) return { path, touch: 'changed' }
  return touch === undefined ? { path } : { path, touch: touch as Touch }
}

/** A text with the paths of every tree in it spelt out: so they can be searched like any other text. */
export function spellOut(text: string): string {
  if (!text.includes(trieTitle)) return text
  const spelt: string[] = []
  let tree: string[] | undefined
  const close = () => {
    if (tree !== undefined) spelt.push(...readTrie(tree).files.map(({ path }) => `- ${path}`))
    tree = undefined
  }
  for (const line of text.split('\n')) {
    if (line === trieTitle) {
      close()
      tree = []
    } else if (tree !== undefined && isTreeLine(line)) tree.push(line)
    else {
      close()
      spelt.push(line)
    }
  }
  close()
  return spelt.join('\n')
}

/** Titles and dividers end a tree: no path that is listed has such an end. */
export function isTreeLine(line: string): boolean {
  return line !== '' && !line.endsWith(':') && !line.startsWith('[')
}

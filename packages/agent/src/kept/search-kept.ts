import { lstat, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { resultsFolderNames } from '@palimpsest/core/output'
import { redact } from '@palimpsest/core/redact'
import {
  conversationId,
  parseQuery,
  type SearchHit,
  type SessionStore,
  type StoredMessage,
  snippetOf,
} from '@palimpsest/core/store'
import type { KeptHit, KeptHits } from '../tools/agent-tool.ts'
import { plainPath, ripgrep } from '../tools/search/ripgrep.ts'

/** The location of kept outputs, and what they belong to. */
export interface KeptPlace {
  readonly store: SessionStore
  /** @default every conversation */
  readonly conversation?: string
  /** That of the conversation, or the one in which each conversation has its own. */
  readonly folder: string
  /** Leaves out what no message points at: other stores may keep their outputs here, too. */
  readonly onlyPointedAt?: boolean
}

/** Each is one run over all files, so there is an end to them. */
const mostWords = 12
const mostSnippetChars = 600
/** Of the lines with the longest word, so many are looked at for the other words. */
const mostLines = 200
/** Looked at around a match for what must not be shown: room for the longest secret on either side. */
const aroundChars = 5_000
/** The same output may have been given so often. */
const mostPointers = 20

/** Finds outputs that were too long to show and contain every word of a query, ignoring case. */
export async function searchKept(
  place: KeptPlace,
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<KeptHits> {
  const words = wordsOf(query)
  const all = await filesWith(place.folder, undefined, signal)
  if (words.length === 0 || all.length === 0) return { hits: [], searched: all.length, capped: false }
  let files = all
  for (const word of words) {
    const found = new Set(files.length === 0 ? [] : await filesWith(place.folder, word, signal))
    files = files.filter((file) => found.has(file))
  }
  const chosen: FoundFile[] = []
  for (const file of files) {
    if (chosen.length > limit) break
    const said = await pointersTo(place, file)
    if (said.length > 0 || !place.onlyPointedAt) chosen.push({ file, said })
  }
  const hits = await Promise.all(chosen.slice(0, limit).map((found) => hitIn(place, found, { query, words }, signal)))
  return { hits, searched: all.length, capped: chosen.length > limit }
}

/** Longest first: it is the rarest, most likely. */
function wordsOf(query: string): readonly string[] {
  const words = [...query.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => (phrase ?? word ?? '').trim())
  const plain = words.map((word) => word.replace(/^[^\p{L}\p{N}]+$/u, '')).filter((word) => word !== '')
  return [...new Set(plain.length === 0 ? words : plain)].toSorted((a, b) => b.length - a.length).slice(0, mostWords)
}

const always = ['--no-ignore', '--text', '--glob=*.txt']

/** The names of the files that hold a word, or of all. */
async function filesWith(folder: string, word: string | undefined, signal: AbortSignal): Promise<readonly string[]> {
  const names: string[] = []
  const wanted =
    word === undefined ? ['--files'] : ['--files-with-matches', '--fixed-strings', '--ignore-case', `--regexp=${word}`]
  await run(folder, [...wanted, '--sort=path'], (line) => names.push(plainPath(line)) > 0, signal)
  return names
}

interface Asked {
  readonly query: string
  readonly words: readonly string[]
}

interface FoundFile {
  /** As named from the folder. */
  readonly file: string
  /** The messages that point at it. */
  readonly said: readonly SearchHit[]
}

async function hitIn(
  place: KeptPlace,
  { file, said }: FoundFile,
  { query, words }: Asked,
  signal: AbortSignal,
): Promise<KeptHit> {
  const best = { line: 1, byte: 0, text: '', found: 0 }
  const [first = ''] = words
  const options = ['--line-number', '--byte-offset', '--no-filename', `--max-count=${mostLines}`]
  const onLine = (shown: string): boolean => {
    const [place = '', line, byte] = /^(\d+):(\d+):/.exec(shown) ?? []
    const text = shown.slice(place.length)
    const lower = text.toLowerCase()
    const found = words.filter((word) => lower.includes(word.toLowerCase())).length
    if (found > best.found) Object.assign(best, { line: Number(line), byte: Number(byte), text, found })
    return best.found < words.length
  }
  const wanted = ['--fixed-strings', '--ignore-case', `--glob=${file}`, `--regexp=${first}`]
  await run(place.folder, [...options, ...wanted], onLine, signal)
  const path = join(place.folder, file)
  const { size: bytes } = await lstat(path)
  const snippet = snippetOf(await shownLine(path, best, first), parseQuery(query), mostSnippetChars)
  return { path, line: best.line, snippet, bytes, said }
}

interface Line {
  readonly byte: number
  readonly text: string
}

/** The line around a word; where it is part of a secret of several lines, these are shown, for then they are known as one. */
async function shownLine(path: string, { byte, text }: Line, word: string): Promise<string> {
  const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()))
  const line = text.slice(Math.max(0, at - aroundChars), at + aroundChars)
  const start = byte + Buffer.byteLength(text.slice(0, at))
  const around = await readAround(path, start)
  return redact(around).text.includes(line.trim()) ? line : around
}

async function readAround(path: string, byte: number): Promise<string> {
  const file = await open(path)
  try {
    const from = Math.max(0, byte - aroundChars)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(byte - from + aroundChars), position: from })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Finds the messages whose output the file is, in order: their text names it, and so do they themselves. */
async function pointersTo({ store, conversation, folder }: KeptPlace, file: string): Promise<readonly SearchHit[]> {
  const scope = conversation === undefined ? {} : { conversation: conversationId(conversation) }
  const name = basename(file)
  const { hits } = await store.search({ text: `"${name}"`, ...scope, limit: mostPointers })
  const home = basename(dirname(join(folder, file)))
  const own = hits.filter((hit) => conversation !== undefined || resultsFolderNames(hit.conversation).includes(home))
  const said: SearchHit[] = []
  const named: SearchHit[] = []
  for (const hit of own) {
    const stored = hit.role === 'tool' ? await store.message(hit.id) : undefined
    if (stored !== undefined && keptBy(stored)?.includes(name)) said.push(hit)
    if (stored !== undefined && keptBy(stored) === undefined) named.push(hit)
  }
  // Messages of older versions say it in their text alone; what others print must not come before what is known.
  return (said.length > 0 ? said : named).toSorted((a, b) => a.index - b.index)
}

/** The names of the files that a result was kept in; `undefined` where it does not say. */
function keptBy({ message }: StoredMessage): readonly string[] | undefined {
  return message.role === 'tool' ? message.kept?.map(({ file }) => file) : undefined
}

async function run(
  folder: string,
  options: readonly string[],
  onLine: (line: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const isThere = (await lstat(folder).catch(() => undefined))?.isDirectory() ?? false
  if (!isThere) return
  const place = { path: folder, root: folder, exists: true, shown: folder }
  await ripgrep({ place, options: [...always, ...options], onLine }, signal)
}

import { createHash } from 'node:crypto'
import type { ContentPart, UserMessage } from '@palimpsest/core/message'
import type { Inbound, InboundFile } from '../channels/channel.ts'
import { maxFileBytes } from '../channels/max-file-bytes.ts'
import type { FetchedFile, MissingReason } from './fetch-attachments.ts'
import { fileUse, isPdf, pictureType, textIn } from './file-use.ts'

/** A longer name than this is no name. */
const mostNameChars = 60

/** Files that are not there are named one by one up to here. */
const mostNamed = 10

/** The files of a message, and whether the model reads documents. */
export interface MessageFiles {
  readonly files?: readonly FetchedFile[]
  readonly readsDocuments?: boolean
}

type Words = Pick<Inbound, 'text' | 'isGroup' | 'name' | 'from'>

/** A message of a platform as a model reads it; `undefined` when nothing is left of it. */
export function messageOf(
  { text: given, isGroup, name, from }: Words,
  about: MessageFiles = {},
): UserMessage | undefined {
  const { files = [], readsDocuments = false } = about
  const read = files.map((file) => partOf(file, readsDocuments) ?? describeFile(file))
  const parts = read.filter((each) => typeof each !== 'string')
  const missing = read.filter((each) => typeof each === 'string')
  const lines = [given.toWellFormed(), ...missing.slice(0, mostNamed), ...uncounted(missing.length - mostNamed)]
  const said = lines.filter((line) => line.trim() !== '').join('\n')
  if (said === '' && parts.length === 0) return undefined
  const text = isGroup ? `${speakerOf(name, from)}: ${indented(said)}` : said
  const words: readonly ContentPart[] = text === '' ? [] : [{ type: 'text', text }]
  return { role: 'user', parts: [...words, ...parts] }
}

/** A file as a model takes it: by what its bytes are, for whoever sent it may call it anything. */
function partOf(file: FetchedFile, readsDocuments: boolean): ContentPart | undefined {
  if (!('data' in file)) return undefined
  const use = fileUse(file.mediaType, file.name)
  const bytes = Buffer.from(file.data, 'base64')
  switch (use) {
    case undefined:
      return undefined
    case 'picture': {
      const mediaType = pictureType(bytes)
      if (mediaType === undefined || bytes.length > maxFileBytes[use]) return undefined
      return { type: 'image', source: { kind: 'data', data: file.data, mediaType } }
    }
    case 'document': {
      if (!readsDocuments || !isPdf(bytes) || bytes.length > maxFileBytes[use]) return undefined
      const source = { kind: 'data', data: file.data, mediaType: 'application/pdf' } as const
      return { type: 'file', source, name: speakerName(file.name ?? 'document.pdf') }
    }
    case 'text': {
      const text = bytes.length > maxFileBytes[use] ? undefined : textIn(bytes)
      return text === undefined ? undefined : { type: 'text', text: fenced(file, text) }
    }
  }
}

/** The fence is longer than any in the text, so that nothing in a file can seem to stand outside of it. */
function fenced(file: InboundFile, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `[a file came along: ${nameOf(file)}]\n${fence}\n${text.toWellFormed()}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

const reasons: Readonly<Record<MissingReason, string>> = {
  unreadable: 'that cannot be read here',
  'too-large': 'that is too large to be read here',
  unfetched: 'that could not be fetched',
}

function describeFile(file: FetchedFile): string {
  return `[a file came along ${reasons['data' in file ? 'unreadable' : file.missing]}: ${nameOf(file)}]`
}

function uncounted(others: number): readonly string[] {
  return others > 0 ? [`[${others} more files came along]`] : []
}

function nameOf({ name = 'without a name', mediaType }: Pick<InboundFile, 'name' | 'mediaType'>): string {
  return `${speakerName(name)}, ${speakerName(mediaType)}`
}

const hashChars = 4

/** Two people may have the same name; no name holds brackets, so nobody can give himself the sign of another. */
function speakerOf(name: string | undefined, from: string): string {
  if (name === undefined) return speakerName(from)
  return `${speakerName(name)} [${createHash('sha256').update(from).digest('hex').slice(0, hashChars)}]`
}

/** Only the first line of a message stands at the margin, where speakers are named: the others cannot speak for anybody. */
function indented(text: string): string {
  return text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line, i) => (i === 0 || line === '' ? line : `  ${line}`))
    .join('\n')
}

/** Names are chosen by their owners: one that goes on in a new line could speak for somebody else. */
function speakerName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:[\]`]/gu, ' ')
    .trim()
  return plain.slice(0, mostNameChars).toWellFormed() || 'somebody'
}

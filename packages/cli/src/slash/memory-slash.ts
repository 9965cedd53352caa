import { redact } from '@palimpsest/core/redact'
import type { MemoryReport, NoteOrigin } from '../runtime/runtime.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { when } from '../terminal/when.ts'
import { oneLine } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'
import type { SlashCommand, TextLook } from './slash-command.ts'

const rereadNote =
  'A conversation sees memory as it was when it began or was last compressed; /new and /compress read it again.'

export const memorySlash: SlashCommand = {
  name: 'memory',
  help: 'What is remembered between conversations.',
  run: async (session) => {
    const look = session.look()
    const files = session.runtime().memory()
    return [...files.map((file) => fileBlock(file, look)), look.colours.dim(wrapLines(rereadNote, look.columns))]
  },
}

/** Shows the file as the model sees it, minus secrets: omissions are marked in place and reported below. */
function fileBlock(report: MemoryReport, { colours }: TextLook): string {
  const { file, path } = report
  const name = colours.bold(file)
  if (report.kind === 'unreadable') return `${name}  cannot be read (${oneLine(report.reason)})`
  const { text, usedBytes, maxBytes, leftOut, origins } = report
  if (text.trim() === '') return `${name}  empty`
  const size = `${usedBytes.toLocaleString('en-US')} of ${countNoun(maxBytes, 'byte')}, ${path}`
  const lines = redact(text).text.trim().split('\n')
  return [
    `${name}  ${colours.dim(size)}`,
    ...lines.flatMap((line, at) => [
      `  ${oneLine(line)}`,
      ...origins.flatMap((origin) => (origin.line === at + 1 ? [colours.dim(`    ${originWords(origin)}`)] : [])),
    ]),
    ...(usedBytes > maxBytes
      ? [colours.yellow('Too large: what comes after its limit is not shown to the model.')]
      : []),
    ...leftOut.map(({ line, reason }) => colours.yellow(`Line ${line} is left out: ${oneLine(reason)}.`)),
  ].join('\n')
}

/** Describes an entry's origin. One not from an assistant was written by hand, and has none. */
function originWords({ at, conversation, message, after }: NoteOrigin): string {
  const where = message === undefined ? '' : `, message ${message}`
  const read = after.length === 0 ? '' : `, after ${after.join(', ')}`
  return oneLine(`noted ${when(Date.parse(at))} in ${conversation}${where}${read}`)
}

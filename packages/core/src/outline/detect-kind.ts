import { codeShare, proseShare } from './code-share.ts'
import { type CsvFormat, csvFormat, splitFields } from './csv-format.ts'
import { grepPath } from './grep-path.ts'
import { isContinued, levelOf, timestampOf } from './log-line.ts'
import { sampleRuns, type TextLines } from './text-lines.ts'

/** What a text is, as far as its outline goes. */
export type OutlineKind = 'code' | 'json' | 'csv' | 'log' | 'prose' | 'lines'

const codeNames =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|cs|[ch](?:pp|xx|c|h)?|hh|rb|php|sh|bash|zsh|sql|swift|scala|lua|pl|r|dart|ex|exs|vue|svelte|diff|patch)$/i
const proseNames = /\.(?:md|mdx|markdown|txt|rst|adoc|tex|org)$/i
const tableNames = /\.(?:csv|tsv|tab)$/i
const logNames = /\.(?:log|out|err)(?:\.\d{1,4})?$|(?:^|[/\\])(?:syslog|messages)$/i

/** What a text that is no JSON is: by what stands in it, and by its name where that leaves it open. */
export function detectKind(lines: TextLines, name: string): Exclude<OutlineKind, 'json'> {
  const sample = sampleRuns(lines).flat()
  const filled = sample.filter((line) => line.trim() !== '')
  if (filled.length === 0) return 'lines'
  const format = csvFormat(sample)
  if (format !== undefined && isTable(filled, format, name)) return 'csv'
  if (shareOf(filled, (line) => grepPath(line) !== undefined) >= 0.8 && !isLog(filled, name)) return 'lines'
  if (isLog(filled, name)) return 'log'
  const prose = proseShare(filled)
  const code = codeShare(filled)
  const hint = codeNames.test(name) ? 'code' : proseNames.test(name) ? 'prose' : undefined
  if (code >= (hint === 'code' ? 0.1 : 0.35) && (hint === 'code' || code > prose)) return 'code'
  if (prose >= (hint === 'prose' ? 0.1 : 0.3)) return 'prose'
  return 'lines'
}

/** Names of columns, three columns, or the name of a table: lines of logs often have one comma each. */
function isTable(filled: readonly string[], { delimiter, columns }: CsvFormat, name: string): boolean {
  if (tableNames.test(name)) return true
  const [first = ''] = filled
  const hasTime = timestampOf(first) !== undefined
  const isNamed = splitFields(first, delimiter).every((field) => /^[\p{L}_][^,;{}()=]{0,60}$/u.test(field))
  if (columns < 3) return isNamed && !hasTime && filled.length > 3 && codeShare(filled) < 0.2 && !isLog(filled, name)
  return isNamed || (codeShare(filled) < 0.5 && !(hasTime && isLog(filled, name) && levelOf(first) !== undefined))
}

function isLog(filled: readonly string[], name: string): boolean {
  const heads = filled.filter((line) => timestampOf(line) !== undefined || !isContinued(line))
  const timed = shareOf(heads, (line) => timestampOf(line) !== undefined)
  const levelled = shareOf(heads, (line) => levelOf(line) !== undefined)
  if (heads.length < filled.length / 20) return false
  const least = logNames.test(name) ? 0.2 : 0.5
  return timed >= least || levelled >= least + 0.1
}

function shareOf(lines: readonly string[], holds: (line: string) => boolean): number {
  return lines.length === 0 ? 0 : lines.filter(holds).length / lines.length
}

import { clipText, sliceWhole } from '../../text/slice-whole.ts'
import { statementIn } from './error-lines.ts'
import { plainLine } from './plain-line.ts'

/** Lines that a tool puts around an output and that say nothing of it. */
const envelope =
  /^(?:<\/?[\w-][^>]*>|<shellId[^>]*>|[[(<]?(?:command |process )?(?:exit(?:ed)?(?: (?:with )?(?:code|status))?|return code)[:=]? ?-?\d+[\])>.]?|Process exited[^\n]*|Wall time[^\n]*|Chunk ID[^\n]*|Output:|Original token count[^\n]*|\[Command finished[^\n]*|[-=_*\s]+|[\])}]+[,;]?)$/i
/** The distance from the end within which a failure is looked for, and the longest line that is returned. */
const farthest = 20_000
const mostChars = 160
/** The rest of a longer line is not read. */
const mostRead = 400

/** The line that best says how a command ended: its last failure if it failed, else its last words. */
export function tellingLine(output: string, failed: boolean): string | undefined {
  const stop = Math.max(0, output.length - farthest)
  let last: string | undefined
  for (let end = output.length; end >= stop; ) {
    const start = end === 0 ? 0 : Math.max(stop, output.lastIndexOf('\n', end - 1) + 1)
    const read = sliceWhole(output, start, Math.min(end, start + mostRead)).trim()
    const line = last === undefined ? plainLine(read) : read
    end = start - 1
    if (line === '' || envelope.test(line)) continue
    last ??= line
    if (!failed) break
    const statement = statementIn(sliceWhole(line, 0, 400))
    if (statement !== undefined) return clipText(statement, mostChars)
  }
  return last === undefined ? undefined : clipText(last, mostChars)
}

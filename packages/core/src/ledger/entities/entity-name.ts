import { sliceWhole } from '../../text/slice-whole.ts'
import { singleSpaced } from '../language/single-spaced.ts'

const mostChars = 160

/** A name as it is kept: one line, not too long. */
export function entityName(text: string): string {
  const line = singleSpaced(sliceWhole(text, 0, 4 * mostChars)).trim()
  return line.length <= mostChars ? line : `${sliceWhole(line, 0, mostChars).trimEnd()}…`
}

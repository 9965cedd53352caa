import { sliceWhole } from '../../text/slice-whole.ts'

const mostChars = 300

/** A command as a ledger keeps it: a long one is cut. */
export function commandText(command: string): string {
  const text = command.trim()
  return text.length <= mostChars ? text : `${sliceWhole(text, 0, mostChars)}…`
}

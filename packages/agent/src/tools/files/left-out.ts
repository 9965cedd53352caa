import { ToolRefusal } from '../tool-refusal.ts'

/** The end of a text that compaction shortened in a call's arguments; the message it names holds the whole. */
const leftOut = /\[\d+ more characters left out of view; whole in (#\d+|message [A-Za-z0-9][\w.:+@=-]{0,199})\]/

/** Refuses a text that was copied from a shortened call: the file would lose what is left out there. */
export function refuseLeftOut(text: string): void {
  const [mark, message] = leftOut.exec(text) ?? []
  if (mark === undefined) return
  throw new ToolRefusal(
    `Nothing was written: "${mark}" stands for text that is not shown to you any more. ` +
      `Read it with read_original("${message}"), then write it whole.`,
  )
}

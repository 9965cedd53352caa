import type { Message } from './message.ts'

/** What stands in the place of a result where the user did not let a call run. */
export const declinedText = 'The user declined; nothing was done. Ask what to do instead.'

/** Whether a call was declined: it did nothing, but nothing failed either. */
export function isDeclined({ role, parts }: Message): boolean {
  const [only, ...others] = parts
  return role === 'tool' && only?.type === 'text' && only.text === declinedText && others.length === 0
}

import type { Message } from './message.ts'

/** The text in place of a result when the user did not allow a call to run. */
export const declinedText = 'The user declined; nothing was done. Ask what to do instead.'

/** The same where there was nobody who could let it run. */
export const unaskedText =
  'Nothing was done: this needs the agreement of the user, and nobody can be asked here (only --yes agrees beforehand). Go on without it, and say in your answer what you would have done.'

const texts: readonly string[] = [declinedText, unaskedText]

/** True when a call was declined: it did nothing, but nothing failed either. */
export function isDeclined({ role, parts }: Message): boolean {
  const [only, ...others] = parts
  return role === 'tool' && only?.type === 'text' && texts.includes(only.text) && others.length === 0
}

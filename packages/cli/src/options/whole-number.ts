import { InvalidArgumentError } from 'commander'

/** The value of an option that counts things. */
export function wholeNumber(text: string): number {
  return atLeast(1, text)
}

/** The value of an option that says where to begin. */
export function wholeNumberFromZero(text: string): number {
  return atLeast(0, text)
}

function atLeast(least: number, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isSafeInteger(value) || value < least)
    throw new InvalidArgumentError(`Expected a whole number from ${least}.`)
  return value
}

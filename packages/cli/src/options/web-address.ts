import { InvalidArgumentError } from 'commander'

/** The value of an option that names a server, or `null` for the one that is usual. */
export function webAddress(text: string): string {
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (!isAddress && text !== 'null') throw new InvalidArgumentError('Expected an http:// or https:// address.')
  return text
}

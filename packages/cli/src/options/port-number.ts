import { InvalidArgumentError } from 'commander'
import { wholeNumberFromZero } from './whole-number.ts'

export function portNumber(text: string): number {
  const port = wholeNumberFromZero(text)
  if (port > 65_535) throw new InvalidArgumentError('Expected a port up to 65535.')
  return port
}

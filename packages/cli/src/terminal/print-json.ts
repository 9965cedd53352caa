import type { Io } from './io.ts'

/** Prints the one JSON document of a command. */
export function printJson(value: object, io: Io): void {
  io.out(`${JSON.stringify(value, undefined, 2)}\n`)
}

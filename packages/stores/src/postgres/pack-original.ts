import type { Message } from '@palimpsest/core/store'
import { type PackedMessage, packMessage } from './pack-message.ts'
import { termKeys } from './term-keys.ts'
import { integerArray } from './wire-array.ts'

/** A message as it is kept, and the keys under which it is found. That of its conversation joins them in the row. */
export interface PackedOriginal extends PackedMessage {
  readonly terms: ReadonlySet<number>
}

export async function packOriginal(message: Message): Promise<PackedOriginal> {
  return { ...(await packMessage(message)), terms: await termKeys(message) }
}

/** Three parameters: the keys of all messages, and for each message the first and the last of its own, from 1. */
export function termsArrays(packed: readonly { readonly terms: ReadonlySet<number> }[]): readonly Buffer[] {
  const firsts: number[] = []
  const lasts: number[] = []
  const keys: number[] = []
  for (const { terms } of packed) {
    firsts.push(keys.length + 1)
    for (const key of terms) keys.push(key)
    lasts.push(keys.length)
  }
  return [keys, firsts, lasts].map(integerArray)
}

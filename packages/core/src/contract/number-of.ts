import type { Shown } from './occasion.ts'

/** How a message is named where the model reads it: by its place in the conversation, else by its id. */
export function numberOf({ id, index }: Shown): string {
  return index === undefined ? `message ${id}` : `#${index}`
}

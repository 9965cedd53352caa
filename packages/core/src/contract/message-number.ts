import type { Shown } from './occasion.ts'

/** Names a message for the model: by its place in the conversation, else by its id. */
export function messageNumber({ id, index }: Shown): string {
  return index === undefined ? `message ${id}` : `#${index}`
}

import type { ToolCallPart } from '../../message/message.ts'
import { textHash } from '../../text/text-hash.ts'
import type { CallFacts } from './call-facts.ts'

/** Calls that are equal this far, and of one length, are taken for the same. */
const mostChars = 20_000

/** Identifies a call by its subject: the file that it changes, else its tool and all its arguments. */
export function callMark({ name, arguments: given }: ToolCallPart, { touches }: CallFacts): string {
  const changed = touches.find(({ touch }) => touch !== 'read' && touch !== 'mentioned')
  return textHash(changed === undefined ? `${name}\n${given.length}\n${given.slice(0, mostChars)}` : changed.path)
}

import type { Shown } from '../../contract/occasion.ts'
import type { Message } from '../../message/message.ts'
import { joinWhere } from '../../message/turns.ts'
import { withoutOwnText } from '../../sealed/own-text.ts'

/**
 * Returns the messages of a view as a file shows them: what an engine wrote in the user's name and what the user
 * says right after it are one message, so that a server that requires turns accepts the file. All else stays as it
 * was.
 */
export function joinSummary(view: readonly Shown[]): readonly Message[] {
  const messages = view.map(({ message }) => message)
  return joinWhere(messages, (at) => isOwn(view[at]))
}

function isOwn(shown: Shown | undefined): boolean {
  if (shown === undefined) return false
  if (shown.standsFor !== undefined && shown.standsFor.length !== 1) return true
  const [first] = shown.message.parts
  return first?.type === 'text' && first.text !== '' && withoutOwnText(first.text) === ''
}

import type { Message } from '@palimpsest/core/message'
import { defend, type OutputLimits, showPersisted } from '@palimpsest/core/output'
import type { ReplayWorld } from '../compose.ts'
import type { KeepResult } from './keep-result.ts'

const howToRead = 'Read parts of it with read_file and its offset and limit.'

/** Shows results as they are, or as a block where they are too large; then the whole text is kept first. */
export function admitWith(limits: OutputLimits, keepResult: KeepResult): ReplayWorld['admit'] {
  return async (conversation, results) => {
    const defences = defend(results, limits)
    const shown: Message[] = []
    for (const [i, { message }] of results.entries()) {
      const defence = defences[i]
      if (defence?.kind !== 'persist') {
        shown.push(message)
        continue
      }
      const kept = await keepResult(conversation, defence.text)
      shown.push(showPersisted(message, defence.text, { ...kept, howToRead, previewChars: limits.previewChars }))
    }
    return shown
  }
}

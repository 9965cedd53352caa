import { count } from '../terminal/count.ts'
import type { SlashCommand } from './slash-command.ts'

export const undo: SlashCommand = {
  name: 'undo',
  help: 'Take the last compression back.',
  run: async (session) => {
    const outcome = await session.runtime().undo()
    switch (outcome.kind) {
      case 'undone':
        return [
          `Undone: the model sees ${count(outcome.messages, 'message')} again, ${count(outcome.tokens, 'token')}.`,
        ]
      case 'nothing-to-undo':
        return ['There is no compression to take back.']
    }
  },
}

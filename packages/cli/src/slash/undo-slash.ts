import { countNoun } from '../terminal/count-noun.ts'
import type { SlashCommand } from './slash-command.ts'

export const undoSlash: SlashCommand = {
  name: 'undo',
  help: 'Take the last compaction back.',
  run: async (session) => {
    const outcome = await session.runtime().undo()
    switch (outcome.kind) {
      case 'undone':
        return [
          `Undone: the model sees ${countNoun(outcome.messages, 'message')} again, ${countNoun(outcome.tokens, 'token')}.`,
        ]
      case 'nothing-to-undo':
        return ['There is no compaction to take back.']
    }
  },
}

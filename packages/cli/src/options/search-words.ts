import { searchDefaults } from '@palimpsest/core/defaults'
import { byDefault } from './command-defaults.ts'

/** The help texts on search, wherever it is offered. */
export const searchWords = {
  query: 'words, code, any language; "quoted phrases" must occur as they stand',
  limit: `how many messages to find at most ${byDefault(searchDefaults.limit)}`,
  scope: `Searched are the originals of all conversations, archived ones too: what people, models and tools said, system
prompts, calls with their arguments, and outputs of tools that were too long to show and are kept in files beside the
database or in $PALIMPSEST_HOME. Summaries are not. Messages that have every word come first; where they are fewer than
the limit, those with the most telling words follow, unless something is quoted. Secrets are not shown in what is found.`,
} as const

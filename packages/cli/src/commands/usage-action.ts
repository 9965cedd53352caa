import type { Conversation, SessionStore } from '@palimpsest/core/store'
import { UserError } from '../errors/user-error.ts'
import type { DatabaseOptions } from '../home/location.ts'
import { findConversation } from '../store/find-conversation.ts'
import { withStore } from '../store/with-store.ts'
import { coloursFor } from '../terminal/colours.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { conversationUsage, usageJson } from '../usage/conversation-usage.ts'
import { createReadingProgress } from '../usage/reading-progress.ts'
import { usageReport } from '../usage/usage-report.ts'

export interface UsageOptions extends DatabaseOptions {
  readonly json?: boolean
}

/** `palimpsest usage [CONVERSATION]`: what a conversation took; without one, the newest. */
export async function usageAction(id: string | undefined, options: UsageOptions, io: Io): Promise<void> {
  const progress = createReadingProgress(io)
  try {
    const found = await withStore(options, io, async (store) => {
      const conversation = id === undefined ? await newest(store) : (await findConversation(store, id)).conversation
      return conversationUsage(store, conversation.id, progress.read)
    })
    progress.clear()
    if (found === undefined) throw nothing()
    if (options.json) printJson(usageJson(found), io)
    else io.out(usageReport(found, { colours: coloursFor(io), columns: io.columns }))
  } finally {
    progress.clear()
  }
}

/** Returns a person's last conversation, not a sub-agent's on their behalf. */
async function newest(store: SessionStore): Promise<Conversation> {
  for (let from = 0; ; from++) {
    const [conversation] = await store.conversations({ from, limit: 1, archived: true })
    if (conversation === undefined) throw nothing()
    const [first] = await store.lineage(conversation.tip)
    if (first?.kind !== 'subagent') return conversation
  }
}

function nothing(): UserError {
  return new UserError('there are no conversations here', {
    remedy: 'Start one: palimpsest chat. Or name another database with --db.',
  })
}

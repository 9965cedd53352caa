import { conversationUsage } from '../usage/conversation-usage.ts'
import { usageReport } from '../usage/usage-report.ts'
import type { SlashCommand } from './slash-command.ts'

export const usageSlash: SlashCommand = {
  name: 'usage',
  help: 'Tokens, cost and cache hits of this conversation.',
  run: async (session) => {
    const found = await conversationUsage(session.store, session.runtime().conversation)
    if (found === undefined || found.total.calls === 0) return ['Nothing was used yet.']
    return [usageReport(found, session.look()).trimEnd()]
  },
}

import type { SlashCommand } from './slash-command.ts'

export const startNew: SlashCommand = {
  name: 'new',
  help: 'Start a fresh conversation; this one is kept.',
  run: async (session) => {
    const left = session.runtime().conversation
    const before = await session.store.conversation(left)
    await session.open()
    const isKept = before !== undefined && before.messages > 0
    return [isKept ? `A fresh start. /resume ${left} goes back.` : 'A fresh start.']
  },
}

import { compressReport } from '../compress/compress-report.ts'
import type { SlashCommand } from './slash-command.ts'

export const receipt: SlashCommand = {
  name: 'receipt',
  help: 'What the last compaction did.',
  run: async (session) => {
    const last = await session.runtime().receipt()
    if (last === undefined) return ['This conversation has not been compressed.']
    const title = `Compression by ${last.engine}`
    return [compressReport(last, { title, unseen: [], showsAll: false, ...session.look() }).trimEnd()]
  },
}

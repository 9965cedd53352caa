import { logCount, logPath, lostVoucher } from './guide-files.ts'

/** The summary that a model would write of the tour, as far as the text to summarise has come. */
export function tourSummary(source: string): string {
  const logs = Array.from({ length: logCount }, (_, day) => logPath(day)).filter((path) => source.includes(path))
  const isMended = source.includes('Changed src/price.js')
  const actions = [
    'Looked around: listed the files and read README.md (list_files, read_file)',
    ...(isMended ? ['Changed src/price.js so that the sum counts how many of each were ordered (patch)'] : []),
    ...(logs.length > 0 ? [`Read ${logs.join(', ')} (read_file)`] : []),
  ]
  const sections = {
    'Active Task': 'Follow the guided tour.',
    Goal: 'Show how a conversation is compacted and what stays.',
    'Constraints & Preferences': 'Those that the user stated.',
    'Completed Actions': actions.map((action, i) => `${i + 1}. ${action}`).join('\n'),
    'Active State': isMended ? 'src/price.js is mended.' : 'No file was changed.',
    'In Progress': 'The tour.',
    Blocked: 'None.',
    'Key Decisions': isMended ? 'The sum is price times count, in cents.' : 'None.',
    'Resolved Questions': 'None.',
    'Pending User Asks': 'None.',
    'Relevant Files': ['README.md', 'src/price.js', ...logs].map((path) => `- ${path}`).join('\n'),
    'Remaining Work': 'The rest of the tour.',
    'Critical Context': source.includes(lostVoucher) ? 'A voucher was refused on the first day; see its log.' : 'None.',
  }
  return Object.entries(sections)
    .map(([heading, text]) => `## ${heading}\n${text}`)
    .join('\n\n')
}

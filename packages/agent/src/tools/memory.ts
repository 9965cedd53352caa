import { z } from 'zod'
import { defineTool } from './define-tool.ts'
import { sized } from './in-words.ts'
import { Refusal } from './refusal.ts'
import type { MemoryChange } from './tool.ts'

const input = z.strictObject({
  action: z.enum(['add', 'replace', 'remove']),
  file: z.enum(['MEMORY.md', 'USER.md']).default('MEMORY.md').describe('USER.md for what is true of the user.'),
  text: z.string().optional().describe('The entry to add, or that stands in place of `old`: one fact, short.'),
  old: z.string().optional().describe('The entry to replace or remove, or a part of it that no other has.'),
})

/** Keeps facts for later conversations. */
export const memory = defineTool({
  name: 'memory',
  description:
    'Keeps short facts for later conversations: what the user prefers, how the project works. Not for the state of a task, and never for secrets. The prompt of this conversation shows the change after its next start.',
  input,
  limits: { maxChars: 4_000 },
  async run(wanted, context) {
    const answer = await context.memory.change(wanted.file, changeOf(wanted))
    if (answer.kind === 'refused') throw new Refusal(`${wanted.file} was not changed: ${answer.reason}`)
    const room = `${sized(answer.usedBytes)} of ${sized(answer.maxBytes)} used`
    return { text: `${told[wanted.action]} ${wanted.file} (${room}).` }
  },
})

const told = { add: 'Added to', replace: 'Replaced in', remove: 'Removed from' } as const

function changeOf({ action, text, old }: z.output<typeof input>): MemoryChange {
  switch (action) {
    case 'add':
      return { kind: 'add', text: needed(text, 'text', action) }
    case 'replace':
      return { kind: 'replace', old: needed(old, 'old', action), text: needed(text, 'text', action) }
    case 'remove':
      return { kind: 'remove', old: needed(old, 'old', action) }
  }
}

function needed(value: string | undefined, field: string, action: string): string {
  if (value === undefined || value.trim() === '') throw new Refusal(`To ${action}, the field \`${field}\` is needed.`)
  return value.trim()
}

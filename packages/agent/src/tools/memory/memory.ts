import { z } from 'zod'
import type { CallOrigin, MemoryChange, MemoryFile, MemoryPort, MemoryPreview, Question } from '../agent-tool.ts'
import { defineTool } from '../define-tool.ts'
import { sized } from '../in-words.ts'
import { shownLines } from '../shown-lines.ts'
import { ToolRefusal } from '../tool-refusal.ts'

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
    'Keeps short facts for later conversations: what the user prefers, how the project works. Not for the state of a task, and never for secrets. The prompt of this conversation shows the change after its next start. The user may be asked first.',
  input,
  limits: { maxChars: 4_000 },
  asksTogether: true,
  async propose(wanted, context) {
    const { file } = wanted
    const change = changeOf(wanted)
    const preview = await context.memory.preview(file, change)
    if (preview.kind === 'refused') throw new ToolRefusal(`${file} was not changed: ${preview.reason}`)
    if (preview.kind === 'same') return { act: async () => ({ text: await make(wanted, change, context.memory) }) }
    return {
      question: questionOf(file, preview),
      act: async () => {
        const text = await make(wanted, exactly(change, preview), context.memory, await context.origin?.())
        return { text }
      },
    }
  },
})

type Wanted = z.output<typeof input>
type Changes = Extract<MemoryPreview, { readonly kind: 'changes' }>

async function make(
  { action, file }: Wanted,
  change: MemoryChange,
  memory: MemoryPort,
  origin?: CallOrigin,
): Promise<string> {
  const answer = await memory.change(file, change, origin)
  if (answer.kind === 'refused') throw new ToolRefusal(`${file} was not changed: ${answer.reason}`)
  return `${told[action]} ${file} (${sized(answer.usedBytes)} of ${sized(answer.maxBytes)} used).`
}

const told = { add: 'Added to', replace: 'Replaced in', remove: 'Removed from' } as const

/** Each later conversation begins with these files, so the user sees every word that would go into them. */
function questionOf(file: MemoryFile, { taken, put }: Changes): Question {
  const asks = put === undefined ? 'Forget this in' : taken === undefined ? 'Remember this in' : 'Replace this in'
  const lines = [
    ...(taken === undefined ? [] : shownLines(taken).map((line) => `- ${line}`)),
    ...(put === undefined ? [] : shownLines(put).map((line) => `+ ${line}`)),
  ]
  return { about: 'memory', text: [`${asks} ${file}, for every later conversation?`, ...lines].join('\n') }
}

/** The change by the whole entry that was shown, where the model gave only a part of it. */
function exactly(change: MemoryChange, { taken }: Changes): MemoryChange {
  return taken === undefined || change.kind === 'add' ? change : { ...change, old: taken }
}

function changeOf({ action, text, old }: Wanted): MemoryChange {
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
  if (value === undefined || value.trim() === '')
    throw new ToolRefusal(`To ${action}, the field \`${field}\` is needed.`)
  return value.trim()
}

import type { Receipt } from '@palimpsest/core/engine'
import { redact } from '@palimpsest/core/redact'
import { originalText } from '@palimpsest/core/wire'
import type { ConversationHandle, Outcome } from './context.ts'
import { undoLine } from './lines/change-line.ts'
import type { ContextMode } from './options/context-options.ts'
import { compactByHand } from './prepare/compact-by-hand.ts'
import { type ContextParts, type ConversationMemory, heldNote, type LineState } from './prepare/conversation-memory.ts'
import { change, keepNote } from './prepare/follow-host.ts'
import { type HostConversation, observe, prepareRequest } from './prepare/host-conversation.ts'
import { knownFormat } from './prepare/known-format.ts'
import { readyMemory, writeMemory } from './prepare/ready-memory.ts'
import { thrownText } from './prepare/thrown-text.ts'
import { recallTools } from './recall/recall-tools.ts'
import { searchLine } from './recall/search-line.ts'

const usualLimit = 20

/** The handle of one conversation. What goes wrong is an event, and an empty answer. */
export function conversationHandle(parts: ContextParts, find: () => HostConversation): ConversationHandle {
  const on = <T>(otherwise: T, work: (memory: ConversationMemory, state: LineState) => Promise<T>): Promise<T> =>
    withLine(parts, find(), otherwise, work)
  const handle: ConversationHandle = {
    prepare: (body, options) => prepareRequest(parts, find(), body, options),
    observe: (said) => observe(parts, find(), said),
    compact: ({ focus } = {}) =>
      parts.settings.mode !== 'compress'
        ? Promise.resolve(notHere(parts.settings.mode))
        : on(nothing, async (memory, state) => {
            const { asked } = find()
            return compactByHand(parts, memory, state, {
              ...(asked && { asked }),
              ...(focus !== undefined && { focus }),
            })
          }),
    undo: () =>
      on(nothing, async (memory, state) => {
        const undone = undoLine(state.line, parts.now())
        if (undone === undefined) return { kind: 'unchanged', detail: 'There is no compaction to take back.' }
        change(memory, state, undone)
        keepNote(memory, state, heldNote, true)
        parts.emit({ kind: 'undone', conversation: memory.id })
        return { kind: 'undone' }
      }),
    receipts: () =>
      on<readonly Receipt[]>([], async (_, { line }) => {
        const versions = await (await parts.store()).receipts(line.name)
        return versions.map(({ value }) => value as unknown as Receipt)
      }),
    recall: (query, { limit = usualLimit } = {}) =>
      on<Awaited<ReturnType<ConversationHandle['recall']>>>([], async (_, { line }) =>
        searchLine(await parts.store(), line, query, limit),
      ),
    read: (number) =>
      on<string | undefined>(undefined, async (_, { line }) => {
        const place = /^\s*#?(\d{1,9})\s*$/.exec(number)?.[1]
        const entry = place === undefined ? undefined : line.log[Number(place)]
        return entry && redact(originalText(entry.message)).text
      }),
    recallTools: (format) => {
      knownFormat(format, parts.emit)
      return recallTools(format, handle)
    },
  }
  return handle
}

const nothing: Outcome = { kind: 'unchanged', detail: 'Nothing was said in this conversation yet.' }

function notHere(mode: ContextMode): Outcome {
  return { kind: 'unchanged', detail: `Nothing is compacted in the mode "${mode}".` }
}

/** Works on the line that was used last. */
async function withLine<T>(
  parts: ContextParts,
  conversation: HostConversation,
  otherwise: T,
  work: (memory: ConversationMemory, state: LineState) => Promise<T>,
): Promise<T> {
  if (parts.settings.mode === 'off') return otherwise
  return conversation.alone(async () => {
    try {
      const memory = await readyMemory(parts, conversation.kept)
      const state = memory.lines.at(-1)
      if (state === undefined) return otherwise
      await writeMemory(parts, memory)
      const done = await work(memory, state)
      await writeMemory(parts, memory)
      return done
    } catch (error) {
      parts.emit({ kind: 'problem', conversation: conversation.id, at: 'store', message: thrownText(error) })
      return otherwise
    }
  })
}

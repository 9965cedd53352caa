import { setImmediate, setTimeout } from 'node:timers/promises'
import type { EnginePorts, LogEntry, Shown, SummaryModel } from '@palimpsest/core/engine'
import { type EntryId, entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { uuidv7 } from 'uuidv7'
import type { LineState } from './conversation-memory.ts'

export interface LinePortOptions {
  readonly models: readonly SummaryModel[]
  /** The model is given tools to look things up. */
  readonly canRecall: boolean
  now(): number
}

/** The world of an engine that compacts a line: all that was said is in memory. */
export function linePorts(
  { line }: LineState,
  messages: readonly Message[],
  { models, canRecall, now }: LinePortOptions,
): EnginePorts {
  const shown = line.log.map(({ id, message }, index): LogEntry => ({ id, message: messages[index] ?? message, index }))
  const byId = new Map<EntryId, Shown>(shown.map((entry) => [entry.id, entry]))
  for (const { born } of line.stages) {
    for (const { id, made } of born) if (made) byId.set(id, { id, message: made.message, standsFor: made.standsFor })
  }
  const originals = (ids: readonly EntryId[]): readonly Shown[] =>
    ids.flatMap((id) => {
      const entry = byId.get(id)
      if (entry === undefined) return []
      return entry.standsFor === undefined ? [entry] : originals(entry.standsFor)
    })
  return {
    summaryModels: models,
    mintId: () => entryId(uuidv7()),
    originals: async (ids) => originals(ids),
    log: {
      size: async () => shown.length,
      entries: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
      originals: async (from, limit) => shown.slice(from, from + limit),
      search: async () => ({ hits: [], searched: shown.length, capped: false }),
      whole: async (entry) => entry,
    },
    offersTools: canRecall,
    howToRead: canRecall
      ? (number) => `Read the whole with read_original("${number.replace('#', '')}").`
      : (number) => `It is message ${number} of the conversation, and no longer shown in full.`,
    howToRecall: canRecall
      ? 'The originals are kept: search them with recall, read one by its number with read_original.'
      : 'The originals are kept outside of this conversation; ask the user for what is missing here.',
    pause: () => setImmediate(),
    now,
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
  }
}

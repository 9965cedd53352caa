import { equalJson, type Json, parseJson } from '../json.ts'
import type { Message, Transcript } from '../message/message.ts'
import type { Codec } from '../wire/codec.ts'
import type { Loss } from '../wire/loss.ts'

/** The faults of a codec with a value of its own format; none when all is well. */
export function ownFaults(codec: Codec, value: Json): readonly string[] {
  const before = JSON.stringify(value)
  const transcript = codec.decode(value)
  const { value: again, losses } = codec.encode(transcript)
  return [
    ...(equalJson(again, value) ? [] : [`${codec.format}: came in as ${before}, went out as ${JSON.stringify(again)}`]),
    ...losses.map((loss) => `${codec.format}: claims to lose ${loss.kind} (${loss.detail}) in its own format`),
    ...(JSON.stringify(value) === before ? [] : [`${codec.format}: changed the value it was given`]),
  ]
}

/**
 * The faults of a codec with a transcript of another format: every message that no loss names must come back, equal
 * and in order, and without any loss nothing else may.
 */
export function crossingFaults(transcript: Transcript, target: Codec): readonly string[] {
  const { value, losses } = target.encode(transcript)
  const back = target.decode(value).messages.map(plain)
  const touched = touchedBy(losses)
  const intact = transcript.messages.flatMap((message, i) => (touched.has(i) ? [] : [{ i, text: plain(message) }]))
  let from = 0
  for (const { i, text } of intact) {
    const at = back.indexOf(text, from)
    if (at === -1)
      return [
        `${target.format}: message ${i} did not come back: ${text}\n  instead: ${back.slice(from, from + 3).join('\n  ')}`,
      ]
    from = at + 1
  }
  if (touched.size > 0 || back.length === intact.length) return []
  return [`${target.format}: ${intact.length} messages became ${back.length} without a loss`]
}

/** A lost boundary changes the messages on both of its sides. */
function touchedBy(losses: readonly Loss[]): ReadonlySet<number> {
  return new Set(
    losses.flatMap(({ kind, message }) =>
      message === undefined ? [] : kind === 'boundary' ? [message - 1, message] : [message],
    ),
  )
}

/** A message as text, without what only means something in one format: residues, and how its JSON was spaced. */
function plain(message: Message): string {
  const { residue: _, listed: __, ...said } = message
  const parts = message.parts.map(({ residue: ___, ...part }) =>
    part.type === 'tool-call' && !part.freeform
      ? { ...part, arguments: sorted(parseJson(part.arguments || '{}')) }
      : part,
  )
  return JSON.stringify(sorted({ ...said, parts }))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => [key, sorted(field)]),
  )
}

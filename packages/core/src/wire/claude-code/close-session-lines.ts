import type { Json, JsonObject } from '../../json.ts'
import type { SessionLineDraft } from './draft-session-lines.ts'
import type { SessionAside } from './session-aside.ts'
import { lineMessage, uuidOf } from './session-line.ts'
import { fillLine } from './session-line-record.ts'

/** Wraps the lines of a session. In an edited one every line is chained to the one before it, so that none is lost. */
export function closeSessionLines(
  lines: readonly (SessionLineDraft | SessionAside)[],
  isEdited: boolean,
): readonly JsonObject[] {
  const mint = createMint(lines)
  const closed = new Map<number, JsonObject>()
  let before: JsonObject | undefined
  return lines.map((entry) => {
    if (entry.kind === 'aside') return closeAside(entry, closed)
    const line = entry.line ? fillLine(entry.line, entry.said, entry.model) : mint(entry, before)
    const chained = isEdited ? chain(line, before) : line
    if (entry.at !== undefined) closed.set(entry.at, chained)
    before = chained
    return chained
  })
}

function closeAside({ line, again }: SessionAside, closed: ReadonlyMap<number, JsonObject>): JsonObject {
  const original = again === undefined ? undefined : closed.get(again)
  if (original === undefined) return line
  const { content, model } = lineMessage(original)
  const isHollow = lineMessage(line).model === null && typeof model === 'string'
  return fillLine(line, content === undefined ? {} : { content }, isHollow ? model : undefined)
}

/** A file whose lines have no ids keeps its order by their places alone. */
function chain(line: JsonObject, before: JsonObject | undefined): JsonObject {
  if (before === undefined) return 'parentUuid' in line ? { ...line, parentUuid: null } : line
  const parentUuid = uuidOf(before)
  return parentUuid === undefined ? line : { ...line, parentUuid }
}

/** The place and time of a line's writing; a new line inherits them from the line before it. */
const surroundings = {
  isSidechain: false,
  userType: 'external',
  cwd: '',
  sessionId: '00000000-0000-4000-8000-000000000000',
  version: '0',
  gitBranch: '',
  timestamp: '1970-01-01T00:00:00.000Z',
} as const

type Mint = (draft: SessionLineDraft, before: JsonObject | undefined) => JsonObject

/** Makes envelopes for new lines. Ids follow from the place, never from chance, and from no id that is taken. */
function createMint(lines: readonly (SessionLineDraft | SessionAside)[]): Mint {
  const taken = new Set(lines.flatMap(({ line }) => [line?.uuid, line && lineMessage(line).id]))
  const first = lines.find((entry) => entry.kind === 'said' && entry.line)?.line
  const nextUuid = createCounter(taken, '00000000-0000-4000-8000-')
  const nextId = createCounter(taken, 'msg_')
  const replies = new Map<number, string>()
  return (draft, before) => {
    const { timestamp, ...around } = surroundingsOf(before ?? first)
    const uuid = nextUuid()
    const reply = () => {
      const id = replies.get(draft.message) ?? nextId()
      replies.set(draft.message, id)
      return { id, type: 'message', role: 'assistant', ...(draft.model !== undefined && { model: draft.model }) }
    }
    const stop = { stop_reason: null, stop_sequence: null }
    const message = draft.type === 'user' ? draft.said : { ...reply(), ...draft.said, ...stop }
    return { parentUuid: null, ...around, type: draft.type, message, uuid, timestamp }
  }
}

function surroundingsOf(line: JsonObject | undefined): JsonObject {
  const known = Object.keys(surroundings).flatMap((key) => (line?.[key] === undefined ? [] : [[key, line[key]]]))
  return { ...surroundings, ...Object.fromEntries(known) }
}

function createCounter(taken: ReadonlySet<Json | undefined>, prefix: string): () => string {
  let last = 0
  return () => {
    let id: string
    do id = prefix + String(++last).padStart(12, '0')
    while (taken.has(id))
    return id
  }
}

import type { AssistantMessage, Message, Part } from '../../message/message.ts'
import type { InputItem } from './items.ts'
import { openAiResponsesResidue } from './parts.ts'

/**
 * An assistant's turn is a run of items here: reasoning, words, calls. One canonical message takes as many of them
 * as belong together, so that calls made at once stay one group.
 */
interface Turn {
  readonly parts: Part[]
  listed?: true
  spoke: boolean
  called: boolean
}

type Piece = Exclude<InputItem, { kind: 'message' }>

/** Reasoning and words open a new turn once the last one has spoken; nothing parts calls that are still unanswered. */
export function joins(
  turn: { readonly spoke: boolean; readonly called: boolean } | undefined,
  kind: Piece['kind'],
): boolean {
  if (turn === undefined) return false
  return turn.called || kind === 'called' || !turn.spoke
}

export function readTurns(items: readonly InputItem[], whole = false): readonly Message[] {
  const messages: Message[] = []
  let turn: Turn | undefined
  const close = () => {
    if (turn !== undefined) messages.push(assistant(turn))
    turn = undefined
  }
  for (const item of items) {
    if (item.kind === 'message') {
      close()
      messages.push(item.message)
      continue
    }
    if (item.kind === 'said' && item.parts.length === 0) {
      close()
      messages.push({ role: 'assistant', parts: [], ...openAiResponsesResidue(item.fields) })
      continue
    }
    if (!whole && !joins(turn, item.kind)) close()
    turn ??= { parts: [], spoke: false, called: false }
    add(turn, item)
  }
  close()
  return messages
}

function assistant({ parts, listed }: Turn): AssistantMessage {
  return { role: 'assistant', parts, ...(listed && { listed }) }
}

function add(turn: Turn, item: Piece): void {
  if (item.kind === 'said') {
    addSaid(turn, item)
    return
  }
  turn.parts.push(item.part)
  if (item.kind === 'called') turn.called = true
}

/** The first part of a message item carries what the item says about itself. */
function addSaid(turn: Turn, item: Extract<Piece, { kind: 'said' }>): void {
  const [first, ...others] = item.parts
  if (first === undefined) return
  const before = turn.parts.at(-1)
  const opens = before !== undefined && before.type !== 'thinking' && before.type !== 'tool-call' ? true : undefined
  const again = turn.spoke ? (item.listed ? 'list' : 'string') : undefined
  const { extra, ...shape } = item.fields
  const noted = openAiResponsesResidue({ ...first.residue?.fields, ...shape, item: extra, opens, form: again })
  turn.parts.push({ ...first, ...noted }, ...others)
  if (item.listed && !turn.spoke) turn.listed = true
  turn.spoke = true
}

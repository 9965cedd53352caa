import type { JsonObject } from '../../../json.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { refuseItem } from './openai-responses-rules.ts'
import { itemType, outputOf } from './openai-responses-shapes.ts'

/** An input item with its place. */
export interface PlacedItem {
  readonly item: JsonObject
  readonly path: string
  readonly index: number
}

/** Facts outside the input that still count. */
export interface PairingFacts {
  readonly complete: boolean
  /** Earlier items are kept by the provider, so that a call may be out of sight. */
  readonly continued: boolean
}

/** Judges that every call has one output behind it. */
export function* checkPairs(items: readonly PlacedItem[], around: PairingFacts): Generator<Violation> {
  const open = new Map<string, PlacedItem>()
  const closed = new Set<string>()
  for (const placed of items) {
    const type = itemType(placed.item)
    const id = placed.item.call_id
    if (typeof id !== 'string') continue
    const answer = outputOf.get(type)
    if (answer !== undefined) yield* checkCall(placed, `${answer} ${id}`, { open, closed })
    else if (isOutput(type)) yield* checkOutput(placed, `${type} ${id}`, { open, closed, ...around })
  }
  const lastInput = items.findLast(({ item }) => itemType(item) === 'message' && item.role !== 'assistant')?.index ?? -1
  for (const { item, path, index } of open.values()) {
    if (index > lastInput && !around.complete) continue
    const fault = `No tool output found for ${spoken(itemType(item))} ${show(item.call_id)}.`
    yield refuseItem(path, 'call-unanswered', `${fault} Answer '${path}' in the input.`)
  }
}

interface Pairs {
  readonly open: Map<string, PlacedItem>
  readonly closed: Set<string>
}

function* checkCall(placed: PlacedItem, key: string, { open, closed }: Pairs): Generator<Violation> {
  const { path, item } = placed
  if (open.has(key) || closed.has(key)) {
    yield refuseItem(path, 'call-id-unique', `Duplicate call_id '${show(item.call_id)}' in '${path}'.`)
    return
  }
  open.set(key, placed)
}

function* checkOutput({ path, item }: PlacedItem, key: string, pairs: Pairs & PairingFacts): Generator<Violation> {
  const { open, closed, continued } = pairs
  const id = show(item.call_id)
  if (closed.has(key)) {
    yield refuseItem(path, 'output-duplicate', `Duplicate output for call_id ${id} in '${path}'.`)
  } else if (!open.delete(key) && !continued) {
    const fault = `No tool call found for ${spoken(itemType(item))} with call_id ${id}.`
    yield refuseItem(path, 'output-orphan', `${fault} '${path}' needs its call before it.`)
  }
  closed.add(key)
}

const isOutput = (type: string) => [...outputOf.values()].includes(type)
const spoken = (type: string) => type.replaceAll('_', ' ')

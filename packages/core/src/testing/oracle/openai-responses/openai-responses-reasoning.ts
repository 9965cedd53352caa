import { isObject, type JsonObject } from '../../../json.ts'
import { foreignAuthor } from '../model-name.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import type { PlacedItem } from './openai-responses-pairing.ts'
import { type OpenAiResponsesOracleOptions, refuseItem } from './openai-responses-rules.ts'
import { isModelItem, itemType } from './openai-responses-shapes.ts'

/** Judges that reasoning stays with what it led to, and goes to the model that wrote it. */
export function* checkReasoning(
  items: readonly PlacedItem[],
  body: JsonObject,
  options: OpenAiResponsesOracleOptions,
): Generator<Violation> {
  for (const [i, placed] of items.entries()) {
    const { item, path } = placed
    if (isSealed(item)) yield* checkSeal(placed, options)
    if (isReasoning(item)) yield* checkFollower(items, i, options.complete ?? false)
    if (body.store === false && !isKept(item)) {
      const fault = `Item with id '${show(item.id)}' not found. Items are not persisted when \`store\` is set to false.`
      yield refuseItem(path, 'item-not-stored', `${fault} Send the content of '${path}'.`)
    }
  }
  yield* checkLinks(items, options.reasoningOf ?? {})
}

const isReasoning = (item: JsonObject) => itemType(item) === 'reasoning'
const isSealed = (item: JsonObject) => isReasoning(item) || itemType(item) === 'compaction'

/** True if the item is complete by itself, so that nothing need be looked up by its id. */
function isKept(item: JsonObject): boolean {
  if (itemType(item) === 'item_reference') return false
  return !isReasoning(item) || typeof item.id !== 'string' || typeof item.encrypted_content === 'string'
}

function* checkSeal({ item, path, index }: PlacedItem, options: OpenAiResponsesOracleOptions): Generator<Violation> {
  const { authors, model, isGenuine } = options
  const author = foreignAuthor(authors?.[index], model)
  if (author !== undefined) {
    const fault = `The encrypted content of '${path}' could not be verified: ${author} wrote it.`
    yield refuseItem(path, 'reasoning-author', `${fault} Drop the item.`)
  } else if (isGenuine?.(item) === false) {
    const fault = `The encrypted content of '${path}' could not be verified: send the item as it was received.`
    yield refuseItem(path, 'reasoning-modified', fault)
  }
}

/** Reasoning may come in several items; the last of them is followed by what the model then said or did. */
function* checkFollower(items: readonly PlacedItem[], i: number, complete: boolean): Generator<Violation> {
  const next = items[i + 1]?.item
  if (next === undefined ? !complete : isReasoning(next) || isModelItem(next)) return
  const { item, path } = items[i] ?? { path: '' }
  const fault = `Item '${show(item?.id ?? path)}' of type 'reasoning' was provided without its required following item.`
  yield refuseItem(path, 'reasoning-follower', fault)
}

function* checkLinks(items: readonly PlacedItem[], links: Readonly<Record<string, string>>): Generator<Violation> {
  const seen = new Set<unknown>()
  for (const { item, path } of items.filter(({ item }) => isObject(item))) {
    seen.add(item.id)
    const needed = typeof item.id === 'string' && Object.hasOwn(links, item.id) ? links[item.id] : undefined
    if (needed === undefined || seen.has(needed)) continue
    const fault = `Item '${show(item.id)}' was provided without its required 'reasoning' item: '${needed}'.`
    yield refuseItem(path, 'reasoning-missing', `${fault} Keep both, or leave the id out.`)
  }
}

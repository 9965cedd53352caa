import { isList, isObject, type JsonObject } from '@palimpsest/core/json'
import { checkAnthropic, thinkingPlaces, type Violation } from '@palimpsest/core/testing'
import type { Bound } from '../api.ts'
import { isBound } from '../thinking-seal.ts'

/** Checks a request's thinking against what precedes it: what fails is refused, or dropped if so requested. */
export function bindThinking(body: JsonObject, model: string): Bound | Violation {
  const places = thinkingPlaces(body)
  const first = places.findIndex((place) => !isBound(place))
  if (first < 0) return { body, dropped: [] }
  if (!isDropping(body)) {
    const [violation] = checkAnthropic(body, { model, complete: true, isBound })
    return violation ?? { body, dropped: [] }
  }
  const dropped = places.slice(first).map(({ path }) => path)
  return { body: withoutBlocks(body, new Set(dropped)), dropped }
}

function isDropping({ thinking }: JsonObject): boolean {
  const binding = isObject(thinking) ? thinking.block_binding : undefined
  return isObject(binding) && binding.prefix_mismatch_behavior === 'drop_block'
}

/** A message of which nothing is left is left out. */
function withoutBlocks(body: JsonObject, paths: ReadonlySet<string>): JsonObject {
  const messages = (isList(body.messages) ? body.messages : []).flatMap((message, i) => {
    if (!isObject(message) || !isList(message.content)) return [message]
    const content = message.content.filter((_, j) => !paths.has(`messages.${i}.content.${j}`))
    return content.length === 0 ? [] : [{ ...message, content }]
  })
  return { ...body, messages }
}

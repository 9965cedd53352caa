import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { textHash } from '../../../text/text-hash.ts'
import { isThinking } from './anthropic-shapes.ts'
import { placedBlocks } from './anthropic-turns.ts'

/** A piece of thinking in a request, and what precedes it there. */
export interface ThinkingPlace {
  readonly path: string
  readonly block: JsonObject
  /** Represents the system prompt, the tools and all that was said before it, thinking and cache markers aside. */
  readonly prefix: string
  /** The piece of thinking before it, by any author. */
  readonly previous?: JsonObject
}

/** The thinking blocks of a request to Anthropic's Messages, in order. */
export function thinkingPlaces(body: JsonObject): readonly ThinkingPlace[] {
  const walk = startWalk({ system: said(body.system), tools: shownTools(body.tools) })
  for (const [i, message] of isList(body.messages) ? body.messages.entries() : []) {
    if (!isObject(message)) continue
    for (const { block, path } of placedBlocks(message.content, i)) {
      if (isThinking(block.type)) walk.think(block, path)
      else walk.say({ role: message.role, block: clean(block) })
    }
  }
  return walk.places
}

/** The same for a gateway that speaks Chat, where seals are beside the message that they led to. */
export function chatThinkingPlaces(body: JsonObject): readonly ThinkingPlace[] {
  const walk = startWalk({ tools: shownTools(body.tools) })
  for (const [i, message] of isList(body.messages) ? body.messages.entries() : []) {
    if (!isObject(message)) continue
    const { reasoning_details: details, reasoning: _, reasoning_content: _content, content, ...rest } = message
    for (const [j, detail] of isList(details) ? details.entries() : []) {
      if (isObject(detail)) walk.think(detail, `messages.${i}.reasoning_details.${j}`)
    }
    walk.say({ ...(clean(rest) as JsonObject), content: said(content) })
  }
  return walk.places
}

interface Walk {
  readonly places: readonly ThinkingPlace[]
  say(what: JsonObject): void
  think(block: JsonObject, path: string): void
}

function startWalk(opening: JsonObject): Walk {
  const places: ThinkingPlace[] = []
  let prefix = hash(JSON.stringify(opening))
  return {
    places,
    say: (what) => {
      prefix = hash(`${prefix} ${JSON.stringify(what)}`)
    },
    think: (block, path) => {
      const previous = places.at(-1)?.block
      places.push({ path, block, prefix, ...(previous && { previous }) })
    },
  }
}

/** A text is the same alone or in a list. */
function said(content: Json | undefined): Json {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content, type: 'text' }]
  return content === undefined ? [] : clean(content)
}

/** Tools that wait to be searched for are in no prompt. */
function shownTools(tools: Json | undefined): Json {
  return isList(tools) ? clean(tools.filter((tool) => !isObject(tool) || tool.defer_loading !== true)) : []
}

/** Fields that say nothing to a model. */
const silent = new Set(['cache_control', 'caller', 'citations'])

/** A value without what does not count, its fields in one order. */
function clean(value: Json): Json {
  if (isList(value)) return value.map(clean)
  if (!isObject(value)) return value
  const fields = Object.entries(value).filter(([name, field]) => !silent.has(name) && isSaid(field))
  return Object.fromEntries(
    fields
      .map(([name, field]) => [name, name === 'content' ? said(field) : clean(field as Json)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

function isSaid(field: Json | undefined): boolean {
  return field !== undefined && field !== null && field !== false
}

function hash(text: string): string {
  return textHash(text) + textHash(text, 0x2f0b4c47)
}

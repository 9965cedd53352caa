import { isObject, type JsonObject } from '../../../json.ts'
import { foreignAuthor } from '../model-name.ts'
import { show } from '../show.ts'
import type { OracleOptions, Violation } from '../violation.ts'
import { violationOf } from './anthropic-rules.ts'
import { isThinking } from './anthropic-shapes.ts'
import type { Turn } from './anthropic-turns.ts'
import { type ThinkingPlace, thinkingPlaces } from './thinking-places.ts'

export interface AnthropicOracleOptions extends OracleOptions {
  /** True if a thinking block is as its model wrote it. @default all are */
  readonly isGenuine?: (block: JsonObject) => boolean
  /** True if a thinking block still follows the content it was written after; only newer models ask. @default all do */
  readonly isBound?: (place: ThinkingPlace) => boolean
}

/** Judges where thinking appears and whether this model may see it. */
export function* checkThinking(
  turns: readonly Turn[],
  body: JsonObject,
  options: AnthropicOracleOptions,
): Generator<Violation> {
  for (const [i, turn] of turns.entries()) {
    if (turn.role !== 'assistant') continue
    yield* checkSeals(turn, options)
    const last = turn.blocks.at(-1)
    const mayGoOn = i === turns.length - 1 && options.complete !== true
    if (last && isThinking(last.block.type) && !mayGoOn) {
      const fault = `The final block in an assistant message cannot be \`${show(last.block.type)}\`.`
      yield violationOf(last.path, 'thinking-last', fault)
    }
  }
  if (isObject(body.thinking) && body.thinking.type === 'enabled') yield* checkLoopStart(turns)
  yield* checkBinding(body, options)
}

const binding = '`thinking.block_binding.prefix_mismatch_behavior`'
const beta = 'That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.'

/** A change makes all thinking after it invalid; the first that is gets named. */
function* checkBinding(body: JsonObject, { isBound }: AnthropicOracleOptions): Generator<Violation> {
  const loose = isBound && thinkingPlaces(body).find((place) => !isBound(place))
  if (!loose) return
  const { path, block } = loose
  const fault = `Invalid \`signature\` in \`${show(block.type)}\` block. The block is bound to a different conversation.`
  yield violationOf(path, 'thinking-bound', `${fault} Remove the block, or set ${binding} to "drop_block". ${beta}`)
}

function* checkSeals(turn: Turn, { authors, model, isGenuine }: AnthropicOracleOptions): Generator<Violation> {
  for (const { block, path, message } of turn.blocks) {
    if (!isThinking(block.type)) continue
    const author = foreignAuthor(authors?.[message], model)
    if (author !== undefined) {
      const fault = `Invalid \`signature\` in \`${show(block.type)}\` block: ${author} wrote it and no other model can read it. Drop it.`
      yield violationOf(path, 'thinking-author', fault)
    } else if (isGenuine?.(block) === false) {
      const fault = '`thinking` or `redacted_thinking` blocks cannot be modified: send them as they were received.'
      yield violationOf(path, 'thinking-modified', fault)
    }
  }
}

/** With a thinking budget, the turn that a tool loop answers must still open with the thinking that led to it. */
function* checkLoopStart(turns: readonly Turn[]): Generator<Violation> {
  const carriesResults = (turn: Turn) => turn.blocks.some(({ block }) => block.type === 'tool_result')
  const end = turns.findLast(({ role }) => role !== 'system')
  if (end === undefined || !(end.role === 'assistant' || carriesResults(end))) return
  const asked = turns.findLastIndex((turn) => turn.role === 'user' && !carriesResults(turn))
  const first = turns.slice(asked + 1).find(({ role }) => role === 'assistant')?.blocks[0]
  if (first === undefined || isThinking(first.block.type)) return
  const fault = `Expected \`thinking\` or \`redacted_thinking\`, but found \`${show(first.block.type)}\`.`
  const remedy = 'When `thinking` is enabled, a final assistant message must start with a thinking block.'
  yield violationOf(first.path, 'thinking-first', `${fault} ${remedy}`)
}

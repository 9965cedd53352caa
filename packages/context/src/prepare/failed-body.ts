import { readHistory } from '../wire/read-history.ts'
import { recogniseBody } from '../wire/recognise-body.ts'
import type { BodyOutcome } from './prepare-body.ts'
import type { PrepareOptions } from './prepared.ts'
import { bodyWith } from './read-body.ts'
import type { KeptMemory } from './ready-memory.ts'
import { withoutOldThinking } from './refused-thinking.ts'

/**
 * The body that goes out when all else failed: as it came, or, where the conversation was compacted, without the thinking
 * of older turns, which belongs to another view than this one.
 */
export function failedBody({ own }: KeptMemory, body: object, options: PrepareOptions): BodyOutcome {
  const isCompacted = own.lines.some(({ line }) => line.stages.some(({ born }) => born.some(({ made }) => made)))
  if (!isCompacted) return { kind: 'passed', reason: 'failed', body }
  try {
    const recognised = recogniseBody(body, options)
    if (recognised === undefined) return { kind: 'passed', reason: 'failed', body }
    const history = readHistory(recognised.format, recognised.list)
    const messages = withoutOldThinking(history.messages)
    const isPlain = messages === history.messages
    const left = bodyWith({ body, recognised, history }, { messages, isPlain, isMarked: false })
    return { kind: 'passed', reason: 'failed', body: left }
  } catch {
    return { kind: 'passed', reason: 'failed', body }
  }
}

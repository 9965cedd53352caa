import type { ContextEngine, EngineTool, Occasion } from '@palimpsest/core/engine'
import { containTool, isTool } from './contain-tool.ts'
import { plainWords } from './plain-words.ts'
import { withinLimit } from './time-limit.ts'
import type { WatchedPorts } from './watch-ports.ts'

export interface ContainOptions {
  /** The longest a compaction may be silent. @default 120_000 */
  readonly silenceMs?: number
  /** The longest an engine may take to note that a session starts or ends. @default 10_000 */
  readonly noteMs?: number
  /** The longest one of its tools may run. @default 120_000 */
  readonly toolMs?: number
  /** Its ports: an engine that uses them is at work. Without them silence is time. */
  readonly watched?: Pick<WatchedPorts, 'idleMs' | 'touch' | 'watched'>
}

/** The table in docs/plugins.md states these. */
export const containDefaults = { silenceMs: 120_000, noteMs: 10_000, toolMs: 120_000 } as const satisfies Required<
  Omit<ContainOptions, 'watched'>
>

/**
 * An engine that can do no harm beyond its own work: anything it throws or never ends is reported, and the session
 * continues. A compaction that fails still rejects, in plain words, as its host has an outcome for that.
 */
export function containEngine(
  engine: ContextEngine,
  tell: (text: string) => void,
  options: ContainOptions = {},
): ContextEngine {
  const { silenceMs, noteMs, watched } = { ...containDefaults, ...options }
  const say = (what: string, error: unknown) =>
    tell(`The engine ${engine.name} failed ${what} (${plainWords(error)}). The conversation goes on.`)
  const ask = (what: string, call: () => boolean, otherwise: boolean) => {
    try {
      return Boolean(call())
    } catch (error) {
      say(what, error)
      return otherwise
    }
  }
  const note = async (what: string, call: () => Promise<void> | void) => {
    await withinLimit(call, { limitMs: noteMs }).catch((error: unknown) => say(what, error))
  }
  const hear = (what: string, call: () => unknown) => {
    try {
      // Whoever made this asynchronous must not bring the process down later.
      Promise.resolve(call()).catch((error: unknown) => say(what, error))
    } catch (error) {
      say(what, error)
    }
  }
  const tools = toolsOf(engine, tell, options)
  // An engine that uses its ports, or the model that it was lent, is at work.
  const lent = (occasion: Occasion) => {
    const { live } = occasion
    return watched && live ? { ...occasion, live: watched.watched(live) } : occasion
  }
  return {
    name: engine.name,
    contract: engine.contract,
    // An engine that cannot say is taken to have something to do: its plan, or its failure, will tell.
    shouldCompress: (pressure) =>
      ask('to judge how full it is', () => engine.shouldCompress(pressure), isFull(pressure)),
    hasContentToCompress: (occasion) =>
      ask('to look for something to compress', () => engine.hasContentToCompress(occasion), true),
    compress: (occasion, signal) => {
      watched?.touch()
      const idle = watched && { idleMs: () => watched.idleMs() }
      return withinLimit((stop) => engine.compress(lent(occasion), stop), { limitMs: silenceMs, signal, ...idle })
    },
    ...(engine.prepare && {
      prepare: (occasion, signal) => {
        watched?.touch()
        const idle = watched && { idleMs: () => watched.idleMs() }
        const work = async (stop: AbortSignal) => engine.prepare?.(lent(occasion), stop)
        return withinLimit(work, { limitMs: silenceMs, signal, ...idle }).catch((error: unknown) => {
          if (!signal.aborted) say('to prepare a compaction', error)
          return undefined
        })
      },
    }),
    ...(engine.preparation && { preparation: engine.preparation }),
    updateFromResponse: (usage) => hear('to take note of usage', () => engine.updateFromResponse?.(usage)),
    updateModel: (model) => hear('to take note of the model', () => engine.updateModel?.(model)),
    onSessionStart: (session) => note('at the start of a session', () => engine.onSessionStart?.(session)),
    onSessionEnd: (session, reason) => note('at the end of a session', () => engine.onSessionEnd?.(session, reason)),
    ...(tools.length > 0 && { tools }),
  }
}

function isFull({ promptTokens, thresholdTokens }: Parameters<ContextEngine['shouldCompress']>[0]): boolean {
  return promptTokens >= thresholdTokens
}

function toolsOf(engine: ContextEngine, tell: (text: string) => void, options: ContainOptions): readonly EngineTool[] {
  const seen = new Set<string>()
  const offered = readTools(engine)
  const sound = offered.filter((tool): tool is EngineTool => {
    const isGood = isTool(tool) && !seen.has(tool.name)
    if (isGood) seen.add(tool.name)
    return isGood
  })
  const left = offered.length - sound.length
  if (left > 0) tell(`The engine ${engine.name} offers ${left} tools that are none; they were left out.`)
  const { toolMs } = { ...containDefaults, ...options }
  return sound.map((tool) => containTool(tool, toolMs))
}

function readTools(engine: ContextEngine): readonly unknown[] {
  try {
    const tools: unknown = engine.tools
    return tools === undefined ? [] : Array.isArray(tools) ? tools : [tools]
  } catch (error) {
    return [error]
  }
}

import type { SurvivorTexts } from '@palimpsest/core/compaction'
import type { Occasion, Receipt } from '@palimpsest/core/engine'
import type { EntryId } from '@palimpsest/core/log'
import type { CompactionHooks, MustSurvive } from '@palimpsest/core/plugin'
import { redact } from '@palimpsest/core/redact'
import { plainWords } from './plain-words.ts'
import { withinLimit } from './time-limit.ts'

/** The hooks of one plugin. */
export interface NamedHooks {
  readonly plugin: string
  readonly hooks: CompactionHooks
}

/** The context that hooks run in. */
export interface HookHost {
  readonly hooks: readonly NamedHooks[]
  tell(text: string): void
  mintId(): EntryId
  /** The longest one hook may take. @default 10_000 */
  readonly limitMs?: number
}

const defaultLimitMs = 10_000

/** Of what a compaction aims at, so much may be kept for hooks; more would leave no room for the conversation. */
const mostShare = 0.1

/** Returns the texts that hooks want to keep; `undefined` without hooks. */
export function survivorTexts(host: HookHost): SurvivorTexts | undefined {
  if (host.hooks.length === 0) return undefined
  return { texts: (occasion, signal) => beforeCompaction(occasion, host, signal), mintEntry: () => host.mintId() }
}

async function beforeCompaction(occasion: Occasion, host: HookHost, signal: AbortSignal): Promise<readonly string[]> {
  const { trigger, view, focus, at, counter, budget } = occasion
  const about = { trigger, view, at, ...(focus !== undefined && { focus }) }
  const mostTokens = Math.floor(budget.targetTokens * mostShare)
  const kept = new Set<string>()
  let tokens = 0
  for (const { plugin, hooks } of host.hooks) {
    const hook = hooks['before-compaction']
    if (hook === undefined) continue
    const answer = await called(`before-compaction of ${plugin}`, (stop) => hook(about, stop), host, signal)
    for (const text of textsOf(answer, plugin, host)) {
      const size = counter.part({ type: 'text', text })
      if (tokens + size > mostTokens) {
        host.tell(`The plugin ${plugin} wants to keep ${size} tokens more than fit (${mostTokens} in all); left out.`)
      } else if (!kept.has(text)) {
        kept.add(text)
        tokens += size
      }
    }
  }
  return [...kept]
}

/** Reports to every plugin what was done. */
export async function afterCompaction(receipt: Receipt, host: HookHost, signal: AbortSignal): Promise<void> {
  for (const { plugin, hooks } of host.hooks) {
    const hook = hooks['after-compaction']
    if (hook === undefined || signal.aborted) continue
    // What is written is written: even an abort is not the turn's end here.
    await called(`after-compaction of ${plugin}`, (stop) => hook(receipt, stop), host, signal).catch(() => undefined)
  }
}

async function called<T>(
  what: string,
  hook: (signal: AbortSignal) => Promise<T> | T,
  { tell, limitMs = defaultLimitMs }: HookHost,
  signal: AbortSignal,
): Promise<T | undefined> {
  try {
    return await withinLimit(hook, { limitMs, signal })
  } catch (error) {
    if (signal.aborted) throw error
    tell(`The hook ${what} failed (${plainWords(error)}). The conversation goes on.`)
    return undefined
  }
}

function textsOf(answer: MustSurvive | undefined, plugin: string, { tell }: HookHost): readonly string[] {
  if (answer === undefined || answer === null) return []
  const { mustSurvive }: { readonly mustSurvive?: unknown } = answer
  if (Array.isArray(mustSurvive) && mustSurvive.every((text) => typeof text === 'string'))
    return mustSurvive.map((text) => redact(text).text.trim()).filter((text) => text !== '')
  tell(`The hook before-compaction of ${plugin} answered with no list "mustSurvive" of texts; it was left out.`)
  return []
}

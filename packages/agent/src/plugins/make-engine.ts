import type { ContextEngine, EnginePorts } from '@palimpsest/core/engine'
import * as kit from '@palimpsest/core/engine'
import { plainWords } from './plain-words.ts'
import { found, type PluginResult, pluginRefused } from './plugin-problem.ts'
import { contractFault, type EngineMaker, isRecord } from './read-plugin.ts'
import { withinLimit } from './time-limit.ts'

/** An engine that takes longer to be made will not come. */
const makeLimitMs = 10_000

const methods = ['shouldCompress', 'hasContentToCompress', 'compress'] as const
const optionalMethods = ['updateFromResponse', 'updateModel', 'onSessionStart', 'onSessionEnd'] as const

/** Makes an engine and checks that it is one. `where` is how problems call it. */
export async function makeEngine(
  { create }: EngineMaker,
  where: string,
  ports: EnginePorts,
): Promise<PluginResult<ContextEngine>> {
  try {
    const engine: unknown = await withinLimit(() => create(ports, kit), { limitMs: makeLimitMs })
    return engineFault(engine, where) ?? found(engine as ContextEngine)
  } catch (error) {
    const message = `the engine of ${where} cannot be made: ${plainWords(error)}`
    return pluginRefused('create-failed', message, 'Fix the plugin, or ask its author.')
  }
}

function engineFault(engine: unknown, where: string): PluginResult<never> | undefined {
  if (!isRecord(engine)) return wrongEngine(where, 'is no object')
  if (typeof engine.name !== 'string' || engine.name === '') return wrongEngine(where, 'has no "name"')
  const fault = contractFault(engine, `the engine of ${where}`)
  if (fault !== undefined) return fault
  const missing = methods.find((name) => typeof engine[name] !== 'function')
  if (missing !== undefined) return wrongEngine(where, `has no function "${missing}"`)
  const broken = optionalMethods.find((name) => engine[name] !== undefined && typeof engine[name] !== 'function')
  return broken === undefined ? undefined : wrongEngine(where, `has a "${broken}" that is no function`)
}

function wrongEngine(where: string, what: string): PluginResult<never> {
  return pluginRefused('wrong-shape', `what ${where} makes ${what}, so it is no engine`, 'See docs/plugins.md.')
}

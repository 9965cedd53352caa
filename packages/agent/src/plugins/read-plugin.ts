import { engineContract } from '@palimpsest/core/engine'
import type { CompactionHooks, EngineFactory, EnginePlugin, Plugin } from '@palimpsest/core/plugin'
import { found, type PluginResult, pluginRefused } from './plugin-problem.ts'

/** A maker of engines, whichever way it was exported. */
export interface EngineMaker {
  readonly create: EngineFactory
  /** Unknown for a bare factory, whose engine says it. */
  readonly contract?: number
  readonly hooks?: CompactionHooks
}

/** Takes a default export for an engine: a factory, or an object with one. */
export function readEngineMaker(value: unknown, where: string): PluginResult<EngineMaker> {
  if (typeof value === 'function') return found({ create: value as EngineFactory })
  if (!isRecord(value) || typeof value.create !== 'function')
    return wrongShape(where, 'is neither a function nor an object with a function "create"')
  const fault = contractFault(value, where) ?? hooksFault(value.hooks, where)
  if (fault !== undefined) return fault
  const { create, contract, hooks } = value as unknown as EnginePlugin
  // Called on its own object, as its author would expect.
  return found({ create: (ports, kit) => create.call(value, ports, kit), contract, ...(hooks && { hooks }) })
}

/** Takes a default export for a general plugin. */
export function readPlugin(value: unknown, where: string): PluginResult<Plugin> {
  if (!isRecord(value)) return wrongShape(where, 'is no object')
  if (typeof value.name !== 'string' || value.name === '') return wrongShape(where, 'has no "name"')
  const fault = contractFault(value, where) ?? hooksFault(value.hooks, where)
  if (fault !== undefined) return fault
  if (value.engines !== undefined && !isRecord(value.engines))
    return wrongShape(where, 'has "engines" that are no object of factories by name')
  if (value.tools !== undefined && !Array.isArray(value.tools)) return wrongShape(where, 'has "tools" that are no list')
  return found(value as unknown as Plugin)
}

/** Returns a fault unless we support the contract. */
export function contractFault(
  { contract }: { readonly contract?: unknown },
  where: string,
): PluginResult<never> | undefined {
  if (contract === engineContract) return undefined
  if (typeof contract !== 'number')
    return wrongShape(where, `does not say which contract it was written for ("contract": ${engineContract})`)
  const message = `${where} was written for contract ${contract}; this Palimpsest keeps contract ${engineContract}`
  const remedy = contract > engineContract ? 'Update Palimpsest.' : 'Update the plugin.'
  return pluginRefused('wrong-contract', message, remedy)
}

function hooksFault(hooks: unknown, where: string): PluginResult<never> | undefined {
  if (hooks === undefined) return undefined
  if (!isRecord(hooks)) return wrongShape(where, 'has "hooks" that are no object')
  const names = ['before-compaction', 'after-compaction']
  const strange = Object.keys(hooks).find((name) => !names.includes(name))
  if (strange !== undefined) return wrongShape(where, `has a hook "${strange}"; there are ${names.join(' and ')}`)
  const broken = names.find((name) => hooks[name] !== undefined && typeof hooks[name] !== 'function')
  return broken === undefined ? undefined : wrongShape(where, `has a hook "${broken}" that is no function`)
}

export function wrongShape(where: string, what: string): PluginResult<never> {
  return pluginRefused(
    'wrong-shape',
    `the default export of ${where} ${what}`,
    'See docs/plugins.md for what it must be.',
  )
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Violation } from '@palimpsest/core/testing'
import type { SettingRule } from '../setting-rule.ts'

const count: SettingRule = { kind: 'integer', least: 0 }
const size = (...units: readonly string[]): SettingRule => ({
  kind: 'variant',
  of: Object.fromEntries(
    units.map((unit) => [unit, { kind: 'object', fields: { value: count }, required: ['value'] } as const]),
  ),
})
const names: SettingRule = { kind: 'list', of: { kind: 'text' } }
const turns: SettingRule = { kind: 'object', fields: { value: { kind: 'integer', least: 1 } }, required: ['value'] }

/** The parts of a conversation that the provider is asked to leave out, or to summarise, automatically. */
export const contextManagement: SettingRule = {
  kind: 'object',
  fields: {
    edits: {
      kind: 'list',
      of: {
        kind: 'variant',
        of: {
          clear_thinking_20251015: {
            kind: 'object',
            fields: {
              keep: {
                kind: 'either',
                of: [
                  { kind: 'one-of', values: ['all'] },
                  { kind: 'variant', of: { thinking_turns: turns, all: { kind: 'object', fields: {} } } },
                ],
              },
            },
          },
          clear_tool_uses_20250919: {
            kind: 'object',
            fields: {
              trigger: size('input_tokens', 'tool_uses'),
              keep: size('tool_uses'),
              clear_at_least: size('input_tokens'),
              clear_tool_inputs: { kind: 'either', of: [{ kind: 'boolean' }, names] },
              exclude_tools: names,
            },
          },
          compact_20260112: {
            kind: 'object',
            fields: {
              instructions: { kind: 'text' },
              pause_after_compaction: { kind: 'boolean' },
              trigger: size('input_tokens'),
            },
          },
        },
      },
    },
  },
}

/** The least prompt that the provider sums up. */
const leastCompactTokens = 50_000

/** Judges edits by what else the request says. */
export function* checkContextEdits(body: JsonObject, version: number): Generator<Violation> {
  const { context_management: asked, thinking } = body
  const edits = isObject(asked) && isList(asked.edits) ? asked.edits.filter(isObject) : []
  const clearing = edits.findIndex(({ type }) => type === 'clear_thinking_20251015')
  if (clearing > 0) {
    yield refused('`clear_thinking_20251015` strategy must be the first one.')
  }
  // Later models think unless they are told not to.
  const isThinking = isObject(thinking) ? thinking.type === 'enabled' || thinking.type === 'adaptive' : !(version < 5)
  if (clearing >= 0 && !isThinking) {
    yield refused('`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive')
  }
  for (const { type, trigger } of edits) {
    if (type !== 'compact_20260112' || triggerTokens(trigger) >= leastCompactTokens) continue
    yield refused(`\`compact_20260112\` trigger value must be at least ${leastCompactTokens} tokens`)
  }
}

function triggerTokens(trigger: Json | undefined): number {
  return isObject(trigger) && typeof trigger.value === 'number' ? trigger.value : leastCompactTokens
}

const refused = (message: string): Violation => ({ path: 'context_management', rule: 'setting', message })

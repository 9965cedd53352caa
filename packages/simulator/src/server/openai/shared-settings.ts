import type { SettingRule, Settings } from '../setting-rule.ts'

export const textRule: SettingRule = { kind: 'text' }

/** The effort that a reasoning model is asked to make. */
export const efforts: SettingRule = {
  kind: 'one-of',
  values: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
}

/** Speeds of service; whatever a request asks for, it is served and billed like any other here. */
const tiers = ['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast']

/** Settings that both of OpenAI's APIs have. */
export const sharedSettings: Settings = {
  stream: { kind: 'boolean' },
  store: { kind: 'boolean' },
  parallel_tool_calls: { kind: 'boolean' },
  temperature: { kind: 'number', least: 0, most: 2 },
  top_p: { kind: 'number', least: 0, most: 1 },
  top_logprobs: { kind: 'integer', least: 0, most: 20 },
  metadata: { kind: 'map', of: { kind: 'text', mostChars: 512 }, most: 16 },
  service_tier: { kind: 'one-of', values: tiers },
  user: textRule,
  safety_identifier: textRule,
  prompt_cache_key: textRule,
  tools: { kind: 'list', of: { kind: 'any' } },
}

import type { Format } from '@palimpsest/core/message'

// What options offer, apart from the parts that are offered: to show help, none of them need be loaded.

/** The formats that transcripts are read and written in. */
export const formatChoices = [
  'anthropic',
  'openai-chat',
  'openai-responses',
  'ai-sdk',
  'claude-code',
  'codex',
] as const satisfies readonly Format[]

/** The ways to count tokens that `--tokenizer` offers; the first is the default. */
export const tokenizers = ['estimate', 'o200k'] as const

/** The engines that `--engine` offers; the first is the default. */
export const engines = ['compressor', 'lcm'] as const

/** The cache strategies that `--cache-strategy` offers; the first is the default. */
export const cacheStrategies = ['anchored', 'system_and_3', 'none'] as const

/** The lifetimes of a cached prefix that `--cache-ttl` offers; the first is the default. */
export const cacheTtls = ['auto', '5m', '1h'] as const

/** When `--trigger` lets a compaction begin; the first is the default. */
export const triggers = ['fraction', 'economic'] as const

/** The possible authors of a summary; the first is the default, and `auto` takes the command if there is one. */
export const summarizers = ['auto', 'mechanical', 'command'] as const

/** The ways to reach a model that `--provider` offers. */
export const providerChoices = ['auto', 'anthropic', 'openai', 'openai-responses', 'openrouter', 'custom'] as const

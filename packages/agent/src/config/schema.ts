import { budgetDefaults, chooseToolsDefaults } from '@palimpsest/core/defaults'
import { z } from 'zod'
import { patienceDefaults, slowFirstMs } from '../provider/patience.ts'

/** The providers that a model can be reached through. */
export const providers = ['anthropic', 'openai', 'openai-responses', 'openrouter', 'custom'] as const

export type ProviderName = (typeof providers)[number]

const name = z.string().trim().min(1)
const tokens = z.int().min(1).nullable().default(null)
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .default(null)
/** Becomes the name of a folder, so it must not lead out of one. */
const pluginName = z.string().regex(/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i)

const model = z
  .strictObject({
    provider: z
      .enum(['auto', ...providers])
      .default('auto')
      .meta({ description: 'How the model is reached; `auto` goes by its name, then by the one key that is set.' }),
    name: name.nullable().default(null).meta({ description: "The model's name, as its provider spells it." }),
    base_url: baseUrl.meta({ description: 'Address of a compatible server; needed for `custom`.' }),
    context_length: tokens.meta({
      description:
        'Window of the model in tokens; overrides the catalogue. A new value forgets what a provider stated before.',
    }),
    max_tokens: tokens.meta({ description: 'Most tokens of one answer.' }),
    silence_timeout: z
      .int()
      .min(1)
      .max(86_400)
      .nullable()
      .default(null)
      .meta({
        description: `Seconds that a provider may say nothing before it is asked again; \`null\` is ${patienceDefaults.nextMs / 1_000}, and ${slowFirstMs / 1_000} until the first word of \`custom\`.`,
      }),
    fallback: name
      .nullable()
      .default(null)
      .meta({ description: 'Model that goes on when the first one cannot be reached.' }),
    fallback_provider: z
      .enum(providers)
      .nullable()
      .default(null)
      .meta({ description: 'How the fallback is reached; `null` is as the model itself, or as its name tells.' }),
    fallback_base_url: baseUrl.meta({ description: 'Address of the server of the fallback.' }),
  })
  .readonly()

const compression = z
  .strictObject({
    enabled: z.boolean().default(true).meta({ description: '`false` switches off every automatic compaction.' }),
    threshold: z
      .number()
      .gt(0)
      .max(1)
      .default(budgetDefaults.threshold)
      .meta({ description: 'Share of the window at which compaction starts.' }),
    target_ratio: z
      .number()
      .min(0.1)
      .max(0.8)
      .default(budgetDefaults.targetRatio)
      .meta({ description: 'Share of the threshold that the newest messages keep.' }),
    protect_last_n: z
      .int()
      .min(1)
      .default(budgetDefaults.protectLastN)
      .meta({ description: 'Newest messages that are kept whole, as far as the window allows.' }),
    protect_first_n: z
      .int()
      .min(0)
      .default(budgetDefaults.protectFirstN)
      .meta({ description: 'First messages that the first compaction keeps.' }),
    trigger: z.enum(['fraction', 'economic']).default('fraction').meta({
      description:
        'Compress at the threshold; or, by price, earlier where that costs less, and once a cold prompt is paid anew.',
    }),
  })
  .readonly()

const summaryModel = z
  .strictObject({
    provider: z
      .enum(['auto', 'main', ...providers, 'command'])
      .default('auto')
      .meta({
        description:
          'Who writes summaries: `auto` is the model itself, sent the text; `main` the same on top of its cached prompt; `command` a program.',
      }),
    model: name.nullable().default(null).meta({ description: 'Model that writes summaries; not with `command`.' }),
    base_url: baseUrl.meta({
      description: 'Address of the server that writes summaries; not with `auto`, `main` or `command`.',
    }),
    context_length: tokens.meta({
      description: 'Window of the summary model in tokens: longer texts are summarised in chunks.',
    }),
    command: name
      .nullable()
      .default(null)
      .meta({ description: 'Program that reads the prompt on stdin and prints the summary; only with `command`.' }),
  })
  .readonly()

const promptCaching = z
  .strictObject({
    strategy: z
      .enum(['anchored', 'system_and_3', 'none'])
      .default('anchored')
      .meta({ description: 'Where cache breakpoints are placed.' }),
    cache_ttl: z
      .enum(['auto', '5m', '1h'])
      .default('auto')
      .meta({ description: 'How long a cached prefix lives; `auto` lets the planner choose (`system_and_3`: 5m).' }),
    keep_alive: z.boolean().default(false).meta({
      description:
        'Keep a cache warm while you pause; pays where the program keeps running meanwhile (docs/caching.md).',
    }),
  })
  .readonly()

const engine = pluginName.default('compressor').meta({
  description: 'Context engine: `compressor`, `lcm` (docs/lcm.md), or the name of a plugin.',
  allowed: 'the name of an engine',
})

const plugins = z
  .array(pluginName)
  .readonly()
  .default([])
  .meta({ description: 'Packages to load as plugins, in this order.', allowed: 'a list of names of packages' })

const passEnv = z
  .array(z.string().regex(/^[^\s=,]+$/))
  .readonly()
  .default([])
  .meta({
    description: 'Variables that commands may see although they look like secrets, e.g. `GITHUB_TOKEN`.',
    allowed: 'a list of names of variables',
  })

const tools = z
  .strictObject({
    pin: z
      .array(z.string().regex(/^[^\s,]+$/))
      .readonly()
      .default([])
      .meta({
        description: 'Tools that no compaction leaves out, by their names or those of their plugins; `*` is any text.',
        allowed: 'a list of names, in which `*` is any text',
      }),
    find_above_tokens: z.int().min(0).default(chooseToolsDefaults.findAboveTokens).meta({
      description:
        'Size of all schemas from which on those of unused tools are left out at compactions, behind `find_tools`.',
    }),
  })
  .readonly()

/** Nobody may speak to an agent with tools by default: it is reachable by everybody who finds its name. */
const allowed = z.array(z.string().trim().min(1)).readonly().default([]).meta({
  description: 'Chats and people who are answered, by their ids on the platform; `*` is everybody.',
  allowed: 'a list of ids',
})

const gateway = z
  .strictObject({
    width: z
      .int()
      .min(1)
      .max(256)
      .default(8)
      .meta({ description: 'Conversations that one process works on at the same time.' }),
    messages_per_minute: z.int().min(1).max(100_000).default(120).meta({
      description:
        'Messages of one conversation that a process takes in a minute; beyond that HTTP is refused, and chats of platforms are noted without an answer.',
    }),
    telegram: z
      .strictObject({
        mode: z
          .enum(['polling', 'webhook'])
          .default('polling')
          .meta({ description: 'How messages come in; a webhook needs an address that Telegram can reach.' }),
        allow: allowed,
      })
      .readonly()
      .prefault({}),
    slack: z.strictObject({ allow: allowed }).readonly().prefault({}),
    discord: z.strictObject({ allow: allowed }).readonly().prefault({}),
  })
  .readonly()

/** The configuration: defaults, validation, help and the table of the docs are all read off this. */
export const configSchema = z
  .strictObject({
    model: model.prefault({}),
    compression: compression.prefault({}),
    auxiliary: z
      .strictObject({ compression: summaryModel.prefault({}) })
      .readonly()
      .prefault({}),
    context: z.strictObject({ engine }).readonly().prefault({}),
    prompt_caching: promptCaching.prefault({}),
    terminal: z.strictObject({ pass_env: passEnv }).readonly().prefault({}),
    tools: tools.prefault({}),
    gateway: gateway.prefault({}),
    plugins,
  })
  .readonly()

/** The settings in force, every key with a value; frozen. */
export type Config = z.output<typeof configSchema>

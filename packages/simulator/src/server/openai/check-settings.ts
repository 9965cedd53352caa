import { isObject, type JsonObject } from '@palimpsest/core/json'
import type { ModelInfo } from '@palimpsest/core/models'
import type { Violation } from '@palimpsest/core/testing'
import { checkSettings, type Settings } from '../setting-rule.ts'
import { wordFault } from './word-fault.ts'

/** The parts of a request that both of OpenAI's APIs judge alike. */
export interface SettingRules {
  readonly settings: Settings
  /** Settings that models which reason leave alone, with the one value that they take, if any. */
  readonly fixed: Readonly<Record<string, number | undefined>>
  /** The part reported as unsupported: the value, or the setting itself. */
  readonly blames: 'value' | 'parameter'
  /** Returns all text that a model is given, where JSON must be mentioned. */
  readonly told: (body: JsonObject) => string
  readonly format: (body: JsonObject) => unknown
  readonly effort: string
}

/** All that a request may be refused for besides what is said in it. */
export function* checkOpenAiSettings(body: JsonObject, model: ModelInfo, rules: SettingRules): Generator<Violation> {
  for (const fault of checkSettings(body, rules.settings)) yield wordFault(fault)
  if (onlyReasons(model)) yield* checkFixed(body, rules)
  if (!model.thinking && model.provider === 'openai') yield* checkEffort(body, rules.effort)
  yield* checkStream(body)
  yield* checkJson(body, rules)
}

/** The first reasoning models always reason; later ones can be asked not to, and then take every setting. */
function onlyReasons({ id, provider }: ModelInfo): boolean {
  return provider === 'openai' && /^(gpt-5(-mini|-nano)?|o\d.*)$/.test(id)
}

function* checkFixed(body: JsonObject, { fixed, blames }: SettingRules): Generator<Violation> {
  for (const [path, only] of Object.entries(fixed)) {
    const value = body[path] ?? undefined
    if (value === undefined || value === only) continue
    if (only === undefined || blames === 'parameter') {
      const message = `Unsupported parameter: '${path}' is not supported with this model.`
      yield { path, rule: 'unsupported-parameter', message }
    } else {
      const told = `'${path}' does not support ${JSON.stringify(value)} with this model.`
      const message = `Unsupported value: ${told} Only the default (${only}) value is supported.`
      yield { path, rule: 'unsupported-value', message }
    }
  }
}

function* checkEffort(body: JsonObject, path: string): Generator<Violation> {
  const [field = '', inner] = path.split('.')
  const value = inner === undefined ? body[field] : isObject(body[field]) ? body[field][inner] : undefined
  if ((value ?? undefined) === undefined) return
  yield {
    path,
    rule: 'unsupported-parameter',
    message: `Unsupported parameter: '${path}' is not supported with this model.`,
  }
}

function* checkStream(body: JsonObject): Generator<Violation> {
  if (body.stream === true || (body.stream_options ?? undefined) === undefined) return
  const path = 'stream_options'
  const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled."
  yield { path, rule: 'unsupported-value', message }
}

function* checkJson(body: JsonObject, { format, told }: SettingRules): Generator<Violation> {
  const wanted = format(body)
  if (!isObject(wanted) || wanted.type !== 'json_object' || /json/i.test(told(body))) return
  const message = `The messages must contain the word 'json' in some form, to use a format of type 'json_object'.`
  yield { path: '', rule: 'unsupported-value', message }
}

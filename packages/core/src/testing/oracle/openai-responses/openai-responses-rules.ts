import type { JsonObject } from '../../../json.ts'
import { openAiRules } from '../openai/openai-rules.ts'
import type { OracleOptions, Violation } from '../violation.ts'

/** Every rule that `checkOpenAiResponses` knows. */
export const openAiResponsesRules = [
  ...openAiRules,
  'input-missing',
  'input-empty',
  'item-type',
  'item-id',
  'item-id-unique',
  'item-status',
  'item-not-stored',
  'compaction-trigger-last',
  'output-content',
  'call-id-unique',
  'call-unanswered',
  'output-orphan',
  'output-duplicate',
  'reasoning-summary',
  'reasoning-seal',
  'reasoning-follower',
  'reasoning-missing',
  'reasoning-author',
  'reasoning-modified',
] as const

export type OpenAiResponsesRule = (typeof openAiResponsesRules)[number]

export interface OpenAiResponsesOracleOptions extends OracleOptions {
  /** True if a sealed item is as its model wrote it. @default all are */
  readonly isGenuine?: (item: JsonObject) => boolean
  /** Which reasoning item the provider stored with an item, by ids: the second is refused without the first. */
  readonly reasoningOf?: Readonly<Record<string, string>>
}

export function refuseItem(path: string, rule: OpenAiResponsesRule, message: string): Violation {
  return { path, rule, message }
}

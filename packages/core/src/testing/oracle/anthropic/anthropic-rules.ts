import { shapeRules, type Wording } from '../shape.ts'
import type { Violation } from '../violation.ts'

/** Every rule that `checkAnthropic` knows. */
export const anthropicRules = [
  ...shapeRules,
  'body-type',
  'messages-missing',
  'messages-empty',
  'message-type',
  'model-missing',
  'max-tokens',
  'lone-surrogate',
  'role',
  'first-role',
  'system-role-model',
  'system-placement',
  'content-empty',
  'prefill-unsupported',
  'prefill-whitespace',
  'text-empty',
  'text-blank',
  'block-type',
  'tool-use-role',
  'tool-result-role',
  'thinking-role',
  'attachment-role',
  'server-block-role',
  'tool-use-id',
  'tool-use-id-unique',
  'tool-use-name',
  'tool-use-input',
  'tool-use-unanswered',
  'tool-result-content',
  'tool-result-order',
  'tool-result-orphan',
  'tool-result-duplicate',
  'server-result-orphan',
  'server-call-unanswered',
  'image-source',
  'image-media-type',
  'image-media-mismatch',
  'image-size',
  'document-source',
  'base64',
  'thinking-signature',
  'redacted-data',
  'thinking-first',
  'thinking-last',
  'thinking-author',
  'thinking-modified',
  'thinking-bound',
  'cache-control-shape',
  'cache-control-count',
  'cache-control-order',
  'cache-control-thinking',
  'cache-control-empty',
  'cache-control-nested',
  'cache-control-automatic',
  'cache-control-deferred',
  'system-content',
  'tool-type',
  'tool-name',
  'tool-name-unique',
  'tool-schema',
] as const

export type AnthropicRule = (typeof anthropicRules)[number]

/** A refusal worded as this API words them: the place first. */
export function violationOf(path: string, rule: AnthropicRule, fault: string): Violation {
  return { path, rule, message: `${path}: ${fault}` }
}

export const anthropicWording: Wording = {
  unknown: (path) => `${path}: Extra inputs are not permitted. Remove the field.`,
  missing: (path) => `${path}: Field required.`,
  wrong: (path, expected) => `${path}: Input should be a valid ${expected}.`,
}

import type { Wording } from '../shape.ts'
import type { Violation } from '../violation.ts'

/** The rules of `modelMessageSchema`; they say yes and no exactly when the schema does. */
export const aiSdkSchemaRules = [
  'field-missing',
  'field-type',
  'message-type',
  'role',
  'content-type',
  'part-type',
  'provider-options',
  'tool-output',
] as const

/** Every rule that `checkAiSdk` knows. */
export const aiSdkRules = [
  ...aiSdkSchemaRules,
  'body-type',
  'messages-empty',
  'lone-surrogate',
  'tool-call-id-unique',
  'tool-results-missing',
  'tool-result-orphan',
  'tool-result-duplicate',
  'tool-name-mismatch',
  'approval-orphan',
  'approval-call-missing',
  'reasoning-author',
] as const

export type AiSdkRule = (typeof aiSdkRules)[number]

export function refuseSdk(path: string, rule: AiSdkRule, fault: string): Violation {
  return { path, rule, message: `Invalid prompt: ${path}: ${fault}` }
}

const schema = 'The messages do not match the ModelMessage[] schema'

export const aiSdkWording: Wording = {
  unknown: (path) => `${schema}: ${path}: unrecognized key.`,
  missing: (path) => `${schema}: ${path}: Invalid input: expected a value, received undefined.`,
  wrong: (path, expected) => `${schema}: ${path}: Invalid input: expected ${expected}.`,
}

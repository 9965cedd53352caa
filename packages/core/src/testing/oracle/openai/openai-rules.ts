import { shapeRules, type Wording } from '../shape.ts'

/** Rules that both of OpenAI's formats share. */
export const openAiRules = [
  ...shapeRules,
  'body-type',
  'lone-surrogate',
  'model-missing',
  'role',
  'content-empty',
  'content-part-type',
  'image-url',
  'image-detail',
  'file-source',
  'call-id',
  'call-id-length',
  'call-name',
  'call-arguments',
  'cache-breakpoint',
  'cache-breakpoint-count',
  'tool-type',
  'tool-name',
  'tool-name-unique',
  'tool-schema',
] as const

export const openAiWording: Wording = {
  unknown: (path) => `Unknown parameter: '${path}'. Remove the field.`,
  missing: (path) => `Missing required parameter: '${path}'.`,
  wrong: (path, expected) => `Invalid type for '${path}': expected a ${expected}.`,
}

export const invalidString = `The request body is not valid JSON: half of a surrogate pair stands alone in a string.`

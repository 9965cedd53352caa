/** Something that the target format cannot say. */
export interface Loss {
  readonly kind: LossKind
  /** Index of the canonical message it was part of; absent when it belonged to the request as a whole. */
  readonly message?: number
  readonly detail: string
}

/**
 * - `thinking`: a model's reasoning, left out; `seal`: its signature or encrypted form only
 * - `media`: an image or file, replaced by a line of text
 * - `opaque`: a block of another format, left out; `field`: fields that only another format knows
 * - `blank`: text without a visible character, which the target refuses
 * - `flag`: that a result is an error, a text a refusal, an instruction the developer's, or a call free-form
 * - `boundary`: where one message or part ends and the next begins; `order`: which part came first
 * - `identity`: a call id or tool name that had to be spelled in the target's alphabet
 * - `arguments`: arguments that are not a JSON object, or whose numbers JSON cannot hold exactly
 * - `opening`: a placeholder user message put first, because the target wants one there
 * - `tools`, `setting`, `breakpoint`: tool definitions, request settings, places to cache
 */
export type LossKind =
  | 'thinking'
  | 'seal'
  | 'media'
  | 'opaque'
  | 'field'
  | 'blank'
  | 'flag'
  | 'boundary'
  | 'order'
  | 'identity'
  | 'arguments'
  | 'opening'
  | 'tools'
  | 'setting'
  | 'breakpoint'

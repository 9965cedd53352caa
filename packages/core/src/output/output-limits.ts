/** Limits on the tool output that enters a conversation unchanged. All in characters. */
export interface OutputLimits {
  /** One result, where its tool has no limit of its own. */
  readonly resultChars: number
  /** All results of one assistant turn. */
  readonly turnChars: number
  /** Limits of single tools by name; null for none. */
  readonly tools: Readonly<Record<string, number | null>>
  /** The preview of a result that is kept elsewhere. */
  readonly previewChars: number
}

/** A request for a whole file is granted: otherwise reading spilled output would spill it again. */
const unlimited = { read_file: null } as const

const wholeResultChars = 100_000
const wholeTurnChars = 200_000
const wholePreviewChars = 1_500
/** The window that these numbers were made for. */
const wholeWindowTokens = 200_000
/** A result of this size fits any window, and a block would hardly be shorter. */
const leastResultChars = 2_000

/** The limits for a window: those of a small one shrink with it. */
export function outputLimits(contextTokens: number, tools: OutputLimits['tools'] = {}): OutputLimits {
  const share = Math.min(1, contextTokens / wholeWindowTokens)
  const resultChars = Math.max(leastResultChars, Math.floor(wholeResultChars * share))
  const scaled = (chars: number | null) =>
    chars === null ? null : Math.max(Math.min(chars, leastResultChars), Math.floor(chars * share))
  return {
    resultChars,
    turnChars: Math.max(2 * leastResultChars, Math.floor(wholeTurnChars * share)),
    tools: Object.fromEntries(Object.entries({ ...unlimited, ...tools }).map(([name, chars]) => [name, scaled(chars)])),
    previewChars: Math.min(wholePreviewChars, Math.floor(resultChars / 4)),
  }
}

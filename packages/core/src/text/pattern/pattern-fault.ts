/** Why a pattern cannot be used: where in it, and what to write instead, in words for a model. */
export interface PatternFault {
  readonly kind: 'fault'
  readonly message: string
}

export function patternFault(offset: number, message: string): PatternFault {
  return { kind: 'fault', message: `At offset ${offset} of the pattern: ${message}` }
}

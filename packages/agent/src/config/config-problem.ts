import type { Json } from '@palimpsest/core/json'

/** The reason a configuration is refused, worded so that the reader can fix it. */
export interface ConfigProblem {
  /** `config.yaml:3:14`, or the name of the variable. */
  readonly place: string
  readonly key?: string
  /** As it was written; absent where it may be a secret. */
  readonly value?: Json
  readonly allowed?: string
  readonly message: string
  readonly remedy: string
  /** True when nothing uses the value as configured: a run is refused, but it may be set before other keys are. */
  readonly isUnused?: true
}

/** Something that still works and should be changed. */
export interface ConfigNotice {
  readonly place: string
  readonly key: string
  readonly message: string
}

/** A problem in two lines. */
export function problemText({ place, message, remedy }: ConfigProblem): string {
  return `${place}: ${message}\n  ${remedy}`
}

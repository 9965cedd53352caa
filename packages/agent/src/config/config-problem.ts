import type { Json } from '@palimpsest/core'

/** Why a configuration is refused, told so that the reader can put it right. */
export interface ConfigProblem {
  /** `config.yaml:3:14`, or the name of the variable. */
  readonly place: string
  readonly key?: string
  /** As it was written; absent where it may be a secret. */
  readonly value?: Json
  readonly allowed?: string
  readonly message: string
  readonly remedy: string
  /** Nothing uses the value as the rest stands: a run is refused, but who sets one key after another may set it first. */
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

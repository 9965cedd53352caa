import type { Json } from '@palimpsest/core/json'

/** One value that someone wrote, before it is checked. */
export interface WrittenSetting {
  /** Dotted, in the spelling of today. */
  readonly key: string
  readonly value: Json
  readonly place: string
}

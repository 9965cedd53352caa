import type { SessionStore } from '../../store/store.ts'

/** Opens a store that is empty and shares nothing with any other. Whoever hands it in closes it. */
export type OpenStore = () => Promise<SessionStore>

/** One thing that every store must do. `run` throws an `Error` that says what was wrong. */
export interface StoreCase {
  readonly name: string
  run(open: OpenStore): Promise<void>
}

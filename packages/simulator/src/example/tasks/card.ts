import type { Scene } from '../scene.ts'

/** One small job, from the user's request to the agent's answer; `bulkChars` is how long a long output may be. */
export type Card = (scene: Scene, bulkChars: number) => void

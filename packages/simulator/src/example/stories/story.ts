import type { Scene } from '../scene.ts'

/** A chapter of the session; `bulkChars` is how long its one long tool output should be. */
export type Story = (scene: Scene, bulkChars: number) => void

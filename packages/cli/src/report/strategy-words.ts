import type { Strategy } from './reported-replay.ts'

/** What each way to pay is called, and what it means. */
export const strategyWords: Readonly<Record<Strategy, { readonly name: string; readonly meaning: string }>> = {
  unmanaged: { name: 'Unmanaged', meaning: 'no compaction, no cache' },
  none: { name: 'No cache', meaning: 'compaction only' },
  system_and_3: { name: 'system_and_3', meaning: 'system prompt and the last three messages cached' },
  anchored: { name: 'Anchored', meaning: 'our breakpoints' },
  oracle: { name: 'Best possible', meaning: 'in hindsight, for the same requests' },
}

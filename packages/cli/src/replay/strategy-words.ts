/** The ways to pay for the same conversation: what people have without us, ours, and what nobody would pay. */
export const shownStrategies = ['usual', 'system_and_3', 'anchored', 'oracle', 'none', 'unmanaged'] as const
export type ShownStrategy = (typeof shownStrategies)[number]

/** The name and the meaning of each strategy. */
export const strategyWords: Readonly<Record<ShownStrategy, { readonly name: string; readonly meaning: string }>> = {
  usual: {
    name: 'Usual cache',
    meaning: 'nothing compacted, cached as most do (system_and_3, for five minutes), until the window refuses',
  },
  system_and_3: {
    name: 'system_and_3',
    meaning: 'compacted, cache marks on the system prompt and the last three messages',
  },
  anchored: {
    name: 'Anchored',
    meaning: 'compacted, cache marks that stay where they are, so that more is read from the cache',
  },
  oracle: { name: 'Best possible', meaning: 'the cheapest marks for these requests, known only afterwards' },
  none: { name: 'Uncached', meaning: 'compacted, but nothing cached' },
  unmanaged: {
    name: 'Uncached, uncompacted',
    meaning: 'the whole history in every request, even past the window, nothing cached; nobody sends that',
  },
}

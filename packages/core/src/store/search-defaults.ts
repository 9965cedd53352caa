import type { Query } from './store.ts'

/** What a query that does not say so is taken to mean. */
export const searchDefaults = { limit: 20 } as const satisfies Required<Pick<Query, 'limit'>>

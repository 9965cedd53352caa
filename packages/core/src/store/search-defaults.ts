import type { Query } from './store.ts'

/** The defaults for what a query leaves open. */
export const searchDefaults = { limit: 20 } as const satisfies Required<Pick<Query, 'limit'>>

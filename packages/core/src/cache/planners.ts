import { anchored } from './anchored.ts'
import type { Planner } from './cache-request.ts'
import { none } from './none.ts'
import { systemAnd3 } from './system-and-3.ts'

/** The strategies that can be configured, by name. */
export const planners = { anchored, system_and_3: systemAnd3, none } as const satisfies Readonly<
  Record<string, Planner>
>

export type CacheStrategy = keyof typeof planners

import type { ChooseAnchors } from './anchor.ts'
import { anchored } from './anchored.ts'
import type { Planner } from './cache-request.ts'
import { mark } from './mark.ts'
import { none } from './none.ts'
import { systemAnd3 } from './system-and-3.ts'

/** The strategies that can be configured, by name. */
export const anchorings = { anchored, system_and_3: systemAnd3, none } as const satisfies Readonly<
  Record<string, ChooseAnchors>
>

export type CacheStrategy = keyof typeof anchorings

/** The same for callers that send requests, with breakpoints where they belong. */
export const planners: Readonly<Record<CacheStrategy, Planner>> = {
  anchored: marking(anchored),
  system_and_3: marking(systemAnd3),
  none: marking(none),
}

function marking(choose: ChooseAnchors): Planner {
  return (request, memory) => {
    const { anchors, memory: next } = choose(request, memory)
    return { request: mark(request, anchors), memory: next }
  }
}

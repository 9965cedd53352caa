import type { Planner } from './cache-request.ts'
import { mark } from './mark.ts'

/** No breakpoints at all. */
export const none: Planner = (request, memory) => ({ request: mark(request, []), memory })

import type { Json } from '@palimpsest/core/json'
import type { Arrival } from '@palimpsest/core/store'
import type { ArrivalBody } from '../inbound/arrival-body.ts'

/** An arrival that is being worked on. */
export interface ArrivalWork<Body extends ArrivalBody = ArrivalBody> {
  readonly arrival: Arrival
  readonly body: Body
  /**
   * The event after which its answer is shown on the platform while it is written; `undefined` while it is not shown.
   * An arrival that was handed out before counts as shown, since whoever had it may have begun.
   */
  shownAfter: number | undefined
  /** What those who watch were not told yet; it is told with how the arrival ends. */
  untold?: readonly Json[]
}

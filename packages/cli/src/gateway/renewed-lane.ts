import type { Lane } from '@palimpsest/core/store'

/** A lane that is given back and taken again: what reads it sees the newest epoch. */
export interface RenewedLane {
  readonly lane: Lane
  renew(next: Lane): void
}

export function createRenewedLane(first: Lane): RenewedLane {
  let { epoch } = first
  return {
    lane: {
      conversation: first.conversation,
      holder: first.holder,
      get epoch() {
        return epoch
      },
    },
    renew: (next) => {
      epoch = next.epoch
    },
  }
}

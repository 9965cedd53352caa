import { existsSync } from 'node:fs'

const { FAULT_AT, FAULT_ARMED = '' } = process.env
let count = 0
let armed = false

/**
 * Whether the statement that is about to run is the one with the number in `FAULT_AT`. Statements count from the moment
 * the file named by `FAULT_ARMED` exists, so that opening a store is not disturbed.
 */
export function isStruck() {
  armed ||= existsSync(FAULT_ARMED)
  if (!armed) return false
  count += 1
  return count === Number(FAULT_AT)
}

export function die() {
  process.kill(process.pid, 'SIGKILL')
}

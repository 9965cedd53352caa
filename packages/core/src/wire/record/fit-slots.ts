/**
 * Finds for each piece the slot of its kind that it came from. Pieces and slots keep their order, so an unedited message
 * fits exactly; a piece that was added has no slot, and the slot of one that was removed stays empty.
 */
export function fitSlots(kinds: readonly string[], slots: readonly string[]): readonly (number | undefined)[] {
  let next = 0
  return kinds.map((kind) => {
    const found = slots.indexOf(kind, next)
    if (found === -1) return undefined
    next = found + 1
    return found
  })
}

import type { Part } from '@palimpsest/core'
import type { Item } from './prompt-blocks.ts'

/** Whether two items say the same; breakpoints do not count. Copies share what they did not change, so this is quick. */
export function isSameItem(a: Item, b: Item): boolean {
  return isAlike(a, b) && areAlike(partsOf(a), partsOf(b))
}

const partsOf = (item: Item): readonly Part[] => ('parts' in item ? item.parts : [])

function areAlike(a: readonly Part[], b: readonly Part[]): boolean {
  return a.length === b.length && a.every((part, i) => isAlike(part, b[i] ?? {}))
}

/** Whether all fields are equal but breakpoints, and parts, which are looked at one by one. */
function isAlike(a: object, b: object): boolean {
  if (a === b) return true
  const fields = Object.entries(a).filter(([name]) => isCompared(name))
  const others = new Map(Object.entries(b).filter(([name]) => isCompared(name)))
  return (
    fields.length === others.size &&
    fields.every(([name, value]) => others.has(name) && isEqual(value, others.get(name)))
  )
}

function isCompared(name: string): boolean {
  return name !== 'breakpoint' && name !== 'parts'
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

import { equalJson, type Json } from '@palimpsest/core/json'
import type { Part } from '@palimpsest/core/message'
import type { PromptItem } from './prompt-blocks.ts'
import { renderedFields } from './rendered-fields.ts'

/** True when two items are rendered alike. Copies share what they did not change, so this is quick. */
export function isSameItem(a: PromptItem, b: PromptItem): boolean {
  return isAlike(a, b) && areAlike(partsOf(a), partsOf(b))
}

const partsOf = (item: PromptItem): readonly Part[] => ('parts' in item ? item.parts : [])

function areAlike(a: readonly Part[], b: readonly Part[]): boolean {
  if (a.length !== b.length) return false
  return a.every((part, i) => {
    const other = b[i]
    return other !== undefined && isAlike(part, other)
  })
}

/** True when all rendered fields are equal except parts, which are compared one by one. */
function isAlike(a: PromptItem | Part, b: PromptItem | Part): boolean {
  if (a === b) return true
  const fields = renderedFields(a)
  const others = renderedFields(b)
  return (
    fields.length === others.length &&
    fields.every(([name, value], i) => {
      const [otherName, other] = others[i] ?? []
      return name === otherName && (name === 'parts' || isEqual(value, other, 'kind' in a))
    })
  )
}

function isEqual(a: unknown, b: unknown, isTool: boolean): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  return isTool ? JSON.stringify(a) === JSON.stringify(b) : equalJson(a as Json, b as Json)
}

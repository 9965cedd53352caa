import {
  type Heading,
  headings,
  isEmptySection,
  itemKey,
  itemsOf,
  leftOutIn,
  numberIn,
  parseSections,
  type Sections,
} from './headings.ts'

/** The state that these sections give of an early stretch may have changed in a later one. */
const passing: ReadonlySet<Heading> = new Set<Heading>(['Active State', 'In Progress', 'Blocked', 'Remaining Work'])
const dated = ' (as of an earlier stretch)'

/** Joins summaries that follow each other, heading by heading, without a model: nothing is lost, nothing said twice. */
export function mergeSections(bodies: readonly string[]): Sections {
  const parsed = bodies.map(parseSections)
  const texts: Partial<Record<Heading, string>> = {}
  for (const heading of headings) {
    const lists = parsed.map((sections) => items(sections, heading))
    const joined = heading === 'Completed Actions' ? number(lists) : join(lists, passing.has(heading))
    if (joined.length > 0) texts[heading] = joined.join('\n')
  }
  const openings = [...new Set(parsed.map(({ opening }) => opening).filter((opening) => opening !== ''))]
  return { opening: openings.join('\n\n'), texts }
}

function items({ texts }: Sections, heading: Heading): readonly string[] {
  const text = texts[heading]
  return text === undefined || isEmptySection(text) ? [] : itemsOf(text)
}

function join(lists: readonly (readonly string[])[], changes: boolean): readonly string[] {
  const seen = new Set<string>()
  const newest = new Set(lists.at(-1)?.map(itemKey))
  return lists.flatMap((list, i) => {
    const isLast = i === lists.length - 1
    return list.flatMap((item) => {
      const key = itemKey(item.replace(dated, ''))
      if (seen.has(key) || (changes && !isLast && newest.has(key))) return []
      seen.add(key)
      return [changes && !isLast && !item.endsWith(dated) ? `${item}${dated}` : item]
    })
  })
}

/** The first list keeps its numbers; what follows continues them. */
function number(lists: readonly (readonly string[])[]): readonly string[] {
  const seen = new Set<string>()
  let next = 1
  return lists.flat().flatMap((item) => {
    if (leftOutIn(item) !== undefined) return next === 1 ? [item] : []
    const key = itemKey(item)
    if (seen.has(key)) return []
    seen.add(key)
    const own = numberIn(item) ?? 0
    const given = Math.max(own, next)
    next = given + 1
    return [`${given}. ${item.replace(/^\s*(?:[-*•]|\d{1,6}[.)])\s+/, '')}`]
  })
}

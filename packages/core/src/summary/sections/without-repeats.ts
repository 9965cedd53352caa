import { type Heading, headings, itemKey, itemsOf, type Sections } from './headings.ts'

const bullet = /^\s*(?:[-*•]|\d{1,6}[.)])\s/

/** A summary in which no bullet occurs twice, whatever its case, spaces and numbers: the first place counts. */
export function withoutRepeats(sections: Sections): Sections {
  const seen = new Set<string>()
  const texts: Partial<Record<Heading, string>> = {}
  for (const heading of headings) {
    const text = sections.texts[heading]
    if (text === undefined) continue
    // The task is the user's, word for word, whatever it lists.
    texts[heading] = heading === 'Active Task' ? text : withoutSeen(text, seen)
  }
  return { ...sections, texts }
}

function withoutSeen(text: string, seen: Set<string>): string {
  const items = itemsOf(text)
  const kept = items.filter((item) => {
    const key = bullet.test(item) ? itemKey(item) : ''
    if (key === '') return true
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
  return kept.length === items.length ? text : kept.join('\n')
}

import type { ConstraintFact } from '../../ledger/ledger.ts'
import { isEmptySection, itemKey, itemsOf, type Sections } from './headings.ts'

const heading = 'Constraints & Preferences'

/** A summary that has every standing rule of the user word for word, and none that was ended. */
export function restoreConstraints(sections: Sections, constraints: readonly ConstraintFact[]): Sections {
  const standing = [...new Set(constraints.filter(({ state }) => state === 'standing').map(({ text }) => text))]
  const ended = endedKeys(constraints, standing)
  const written = sections.texts[heading]
  const said = isEmptySection(written) ? '' : (written ?? '')
  const kept = ended.size === 0 ? said : withoutEnded(said, ended)
  const missing = standing.filter((text) => !kept.includes(text))
  if (missing.length === 0 && kept === said) return sections
  const text = [kept, ...missing.map((rule) => `- ${rule}`)].filter((part) => part !== '').join('\n')
  return { ...sections, texts: { ...sections.texts, [heading]: text } }
}

function endedKeys(constraints: readonly ConstraintFact[], standing: readonly string[]): ReadonlySet<string> {
  const alive = new Set(standing.map(itemKey))
  const keys = constraints.filter(({ state }) => state !== 'standing').map(({ text }) => itemKey(text))
  return new Set(keys.filter((key) => !alive.has(key)))
}

/** Only an item that is nothing but the ended rule goes: one that reports its end says something. */
function withoutEnded(text: string, ended: ReadonlySet<string>): string {
  return itemsOf(text)
    .filter((item) => !ended.has(itemKey(item).replace(/^["“'「]|["”'」]\.?$/g, '')))
    .join('\n')
}

import { judgeSentence } from '../../ledger/rules/constraints.ts'
import { isEmptySection, itemsOf, parseSections } from './headings.ts'

const bullet = /^\s*[-*•]\s+/

/** The rules that a summary states, each as written there, without its bullet. One may take several lines. */
export function constraintsOf(body: string): readonly string[] {
  const text = parseSections(body).texts['Constraints & Preferences']
  if (text === undefined || isEmptySection(text)) return []
  const rules: string[] = []
  const items = itemsOf(text)
  const hasBullets = items.some((item) => bullet.test(item))
  for (const item of items) {
    const last = rules.at(-1)
    const rule = item.replace(bullet, '')
    const goesOn = rule === item ? hasBullets : last !== undefined && isLead(last) && judgeSentence(rule) === undefined
    if (last !== undefined && goesOn) rules[rules.length - 1] = `${last}\n${item}`
    else rules.push(rule)
  }
  return rules
}

/** True if a rule leads into a list. */
function isLead(rule: string): boolean {
  return /^[^\n]*[:：]\s*(?:\n|$)/.test(rule)
}

/** Separates a rule as it was from what the user made of it since; it means nothing without the rule. */
const mark = ' → now: '

/** A rule with its newest change, both word for word. */
export function changedText(rule: string, change: string): string {
  return `${baseOf(rule)}${mark}${change}`
}

/** A rule as it was first said. */
export function baseOf(rule: string): string {
  const at = rule.indexOf(mark)
  return at < 0 ? rule : rule.slice(0, at)
}

/** The newest change of a rule, if any. */
export function changeOf(rule: string): string | undefined {
  const at = rule.indexOf(mark)
  return at < 0 ? undefined : rule.slice(at + mark.length)
}

import { isEmptySection, itemsOf, parseSections } from './headings.ts'

/** The rules that a summary states, each as it stands there, without its bullet. */
export function constraintsOf(body: string): readonly string[] {
  const text = parseSections(body).texts['Constraints & Preferences']
  if (text === undefined || isEmptySection(text)) return []
  return itemsOf(text).map((item) => item.replace(/^\s*[-*•]\s+/, ''))
}

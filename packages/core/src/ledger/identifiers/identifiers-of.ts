import { isFileName } from '../files/paths.ts'
import { scanIdentifiers } from './scan-identifiers.ts'
import { anyWord } from './scan-words.ts'

const fileNames = /(?<![\w./\\-])[\w-][\w.-]{0,80}\.[A-Za-z][A-Za-z0-9]{0,9}\b/g

/** Every identifier of a text once, in order: paths, URLs, SHAs, UUIDs, issue numbers, versions, codes and names. */
export function identifiersOf(text: string): readonly string[] {
  const found = new Set<string>()
  scanIdentifiers({ text, from: 0, to: text.length, telling: anyWord }, (identified) => {
    found.add(identified.text)
    return true
  })
  for (const [name] of text.matchAll(fileNames)) if (isFileName(name)) found.add(name)
  return [...found]
}

import { assignmentKeywords, findAssignment } from './assignment.ts'

const anyKeyword = new RegExp(assignmentKeywords.map((keyword) => keyword.replace('.', '\\.')).join('|'))

/** Calls repeat the same few names; beyond these many, somebody makes them up. */
const mostNames = 1_000
const judged = new Map<string, boolean>()

/** False for a name that cannot announce a credential. */
export function mayAnnounce(name: string): boolean {
  const known = judged.get(name)
  if (known !== undefined) return known
  const may = anyKeyword.test(`${name.toLowerCase()}"`)
  if (judged.size >= mostNames) judged.clear()
  judged.set(name, may)
  return may
}

/** True if a JSON member of this name and value is a credential. */
export function isSecretMember(name: string, value: string): boolean {
  return announces(name, '', `:${JSON.stringify(value)}`)
}

/** True if one of the texts in a list of this name is a credential. */
export function isSecretItem(name: string, value: string): boolean {
  return announces(name, '', `:[${JSON.stringify(value)}]`)
}

/** True if a member of the object of this name is a credential. */
export function isSecretPart(name: string, part: string, value: string): boolean {
  return announces(name, '', `:{${JSON.stringify(part)}:${JSON.stringify(value)}}`)
}

/** True if the value beside a name is a credential: `{"name": …, "value": …}`. */
export function isSecretPair(name: string, value: string): boolean {
  return announces(name, '{"name":', `,"value":${JSON.stringify(value)}}`)
}

/** True if a text with the name in quotes between `before` and `after` shows a credential. */
function announces(name: string, before: string, after: string): boolean {
  if (!mayAnnounce(name)) return false
  const folded = `${name.toLowerCase()}"`
  const text = `${before}${JSON.stringify(name)}${after}`
  return assignmentKeywords.some((keyword) => {
    const at = folded.lastIndexOf(keyword)
    return at !== -1 && findAssignment(text, before.length + 1 + at, keyword).length > 0
  })
}

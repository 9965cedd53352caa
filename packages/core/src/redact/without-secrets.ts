import { isSecretVariable } from './is-secret-variable.ts'
import { redactText } from './redact.ts'

/** The variables of a process, as `process.env` has them. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A shorter value may well occur elsewhere by chance. */
const leastSharedChars = 12

/** Without these no command runs, and a secret has no business in them. */
const needed = new Set(
  'PATH Path HOME PWD OLDPWD SHELL USER LOGNAME LANG TERM TMPDIR TEMP TMP SystemRoot SYSTEMROOT windir ComSpec COMSPEC PATHEXT USERPROFILE'.split(
    ' ',
  ),
)

/**
 * The variables that a command may see: all but those that hold a secret by their name or by their value, or that
 * repeat the value of one. Those named in `passed` are left in.
 */
export function withoutSecrets(variables: Variables, passed: readonly string[] = []): Readonly<Record<string, string>> {
  const isKept = (name: string): boolean => needed.has(name) || passed.includes(name)
  const all = Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const secret = all.filter(
    ([name, value]) => !isKept(name) && (isSecretVariable(name, value) || redactText(value) !== value),
  )
  const hidden = new Set(secret.map(([name]) => name))
  const values = secret.map(([, value]) => value).filter(({ length }) => length >= leastSharedChars)
  const shown = all.filter(
    ([name, value]) => isKept(name) || !(hidden.has(name) || values.some((text) => value.includes(text))),
  )
  return Object.fromEntries(shown)
}

import type { ConfigProblem } from './config-problem.ts'
import { configSections, configTable } from './config-table.ts'
import { nearestKey } from './nearest-key.ts'

const secretName =
  /(?:^|[._-])(?:api[_-]?keys?|keys?|tokens?|secrets?|passwords?|passwd|passphrase|credentials?|bearer|authorization|(?:private|access)[_-]?key)$/i

const secretRemedy =
  'Remove it and set ANTHROPIC_API_KEY, OPENAI_API_KEY or OPENROUTER_API_KEY in the environment. If others can read this file, replace the key at your provider.'

/** Refuses a key that the schema does not know. Its value is not shown: it may be a secret in the wrong place. */
export function unknownKey(key: string, place: string): ConfigProblem {
  const keys = configTable().map((row) => row.key)
  const nearest = nearestKey(key, [...keys, ...configSections()])
  if (nearest === undefined && isSecretName(key)) return secretProblem(key, place)
  const remedy = nearest === undefined ? `Known here: ${siblings(key).join(', ')}.` : `Did you mean ${nearest}?`
  return { place, key, message: `there is no setting ${key}`, remedy }
}

/** Refuses a value that is a credential, without repeating it. */
export function secretProblem(key: string, place: string): ConfigProblem {
  return { place, key, message: `${key} holds a secret, and secrets are never read from here`, remedy: secretRemedy }
}

function isSecretName(key: string): boolean {
  return secretName.test(key.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))
}

/** Lists alternatives to a key: the names beside it, or the sections if it is at the top level. */
function siblings(key: string): readonly string[] {
  const section = key.slice(0, Math.max(0, key.lastIndexOf('.')))
  const beside = configTable().filter((row) => section !== '' && row.key.startsWith(`${section}.`))
  if (beside.length > 0) return beside.map((row) => row.key)
  const alone = configTable().filter((row) => !row.key.includes('.'))
  return [...configSections(), ...alone.map((row) => row.key)]
}

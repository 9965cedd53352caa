import { after, pattern, type Rule } from '../scan/rule.ts'
import type { Span } from '../scan/span.ts'
import { looksRandom } from '../values/looks-random.ts'

/** Keys and ciphertexts that only their surroundings give away. */
export const materialRules: readonly Rule[] = [
  pattern(
    'fernet-key',
    ['fernet'],
    'fernet(?:_?key)?[^\\n]{0,24}?[^A-Za-z0-9_=-](?<secret>[A-Za-z0-9_-]{43}=)(?![A-Za-z0-9_=-])',
    { anyCase: true },
  ),
  pattern('fernet-token', ['gAAAAA'], `${after('+/_\\-')}gAAAAA[A-Za-z0-9_-]{50,}={0,2}(?![A-Za-z0-9+/])`, {
    exactCase: true,
    accept: looksRandom,
  }),
  pattern(
    'ansible-vault',
    ['$ANSIBLE_VAULT;'],
    '\\$ANSIBLE_VAULT;[\\w.;-]{1,60}(?:\\s|\\\\{1,15}[nr]){1,24}(?<secret>[0-9a-f]{20,80}(?:(?:\\s|\\\\{1,15}[nr]){1,24}[0-9a-f]{20,80}){0,400})',
  ),
  pattern('sops-value', ['ENC[AES256'], 'ENC\\[AES256_GCM,data:(?<secret>[A-Za-z0-9+/=]{4,})'),
  { id: 'jwk', keywords: ['"kty'], find: findKey },
]

const reachChars = 4_000
const privateMember =
  /\\{0,15}"(?:d|p|q|dp|dq|qi|k)\\{0,15}"\s{0,8}:\s{0,8}\\{0,15}"([A-Za-z0-9_-]{16,2000})(?=\\{0,15}")/g

const keyType = /"kty\\{0,15}"\s{0,8}:\s{0,8}\\{0,15}"(?:RSA|EC|OKP|oct)\\{0,15}"/y

/** The members of a JSON Web Key that are not public, before and behind its type. */
function findKey(text: string, at: number): readonly Span[] {
  keyType.lastIndex = at
  if (!keyType.test(text)) return []
  const before = text.slice(Math.max(0, at - reachChars), at)
  const behind = text.slice(at, at + reachChars)
  const open = before.lastIndexOf('{')
  const close = behind.indexOf('}')
  const from = at - before.length + Math.max(0, open)
  const object = text.slice(from, at + (close === -1 ? behind.length : close))
  return Array.from(object.matchAll(privateMember), (match) => {
    const end = from + match.index + match[0].length
    return { id: 'private-key', start: end - (match[1] ?? '').length, end }
  })
}

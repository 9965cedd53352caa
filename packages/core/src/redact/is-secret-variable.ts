/** Names whose values are always secret: a password may be any word. Not `BYPASS`, `COMPASS` and `ASKPASS`. */
const passwords = /^(?:\w*(?:PASSWORD|PASSWD|PASSPHRASE)|(?:SSH|DB|MYSQL|PG|SMTP|MAIL)?(?:PASS|PWD)|PASSCODE|PW)S?$/

/** Some are joined to the word before: `HFTOKEN`, `TS_AUTHKEY`. */
const secrets =
  /^(?:KEY|CRED|AUTH|AUTHORIZATION|PAT|DSN|JWT|BEARER|OTP|MNEMONIC|\w*(?:TOKEN|SECRET|CREDENTIAL|COOKIE)|(?:API|ACCESS|AUTH|SECRET|PRIVATE|MASTER|SIGNING|ENCRYPTION|LICENSE)KEY)S?$/

/** Behind a secret's name these make it the name of something about it. */
const about =
  /^(?:FILE|FILES|FILENAME|PATH|DIR|SOCK|SOCKET|ID|IDS|NAME|TYPE|KIND|URL|URI|ENDPOINT|HOST|PORT|TTL|AGE|EXPIRY|EXPIRES|TIMEOUT|LENGTH|LEN|LIMIT|MAX|MIN|COUNT|SIZE|ENABLED|DISABLED|METHOD|MODE|PROVIDER|VERSION|ALGORITHM|FINGERPRINT|HEADER|ENV|COMMAND|PROMPT)$/

/** Before a key these say that it opens nothing. */
const open = /^(?:PUBLIC|PUB|PUBLISHABLE|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|HOT|META)$/

/** A switch or a number, as in `MAX_TOKENS=4096` and `DISABLE_AUTH=1`. */
const plainValue = /^(?:true|false|yes|no|on|off|none|null|auto|default|basic|bearer|\d{1,7})$/i

/** A file that holds a secret is no secret: `GOOGLE_APPLICATION_CREDENTIALS`, `SSH_AUTH_SOCK`. Random text may begin with a slash. */
const place =
  /^(?:~|\.{1,2}|[A-Za-z]:|\/(?:home|root|Users|run|var|tmp|etc|usr|opt|mnt|media|srv|private|Volumes|Library|nix|dev))[\\/]/

const urlWithPassword = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:]*:[^\s/?#@]+@/i

/** Images of language runtimes name by it who signed their sources. */
const signer = /^(?:GPG|PGP)_KEYS?$/
const fingerprint = /^(?:0x)?[0-9A-F\s]{8,60}$/i

/** Sessions of password managers open them; those of desktops and terminals are only numbered. */
const vaultSession = /^(?:BW|OP)_SESSION(?:_|$)/
const sessionValue = /^(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w+/=.%-]{20,}$/i

/** True for a secret by the shape of its name, or a password in an address. Cheap: no rule is loaded. */
export function isSecretVariable(name: string, value: string): boolean {
  if (value === '') return false
  if (urlWithPassword.test(value)) return true
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (about.test(last) || place.test(value)) return false
  if (vaultSession.test(name)) return true
  // The folder that a shell is in is called so, too.
  if (name !== 'PWD' && words.some((word) => passwords.test(word))) return true
  if (plainValue.test(value) || words.some((word) => open.test(word))) return false
  if (signer.test(name) && fingerprint.test(value)) return false
  if (last === 'SESSION' || last === 'SID') return sessionValue.test(value)
  return words.some((word) => secrets.test(word)) || isConnectionString(words)
}

function isConnectionString(words: readonly string[]): boolean {
  return words.some((word, i) => word === 'CONNECTION' && /^STR(?:ING)?$/.test(words[i + 1] ?? ''))
}

/** `apiKey`, `API_KEY`, `api-key` and `api.key` are the same words. */
function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toUpperCase())
}

/** What a key promises about its value. */
export type Promised = 'password' | 'secret' | 'none'

const keyWords =
  /(?:api|access|secret|auth|private|encryption|decryption|signing|master|account|storage|license|licence|service|deploy|webhook|app|subscription|consumer|client|admin|root|shared|server|session|crypt|aes|hmac|jwt|bot|user|ssh|sas|write|read|ingest|instrumentation)[_\-. ]?$/i

/** Before a credential's name these make it the name of something else; only whole words: "is_token", not "redis_token". */
const quietLeads = new Set(
  'page next prev previous continuation max min num total input output prompt completion cache cached cancel cancellation sync design syntax stop eos bos pad unk mask public publishable idempotency per sub has is no show forgot reset change invalid missing use lex foreign'.split(
    ' ',
  ),
)

const quietWords = new Set(
  'id ids name names type types count counts length len limit limits max min size file files filename path dir url uri endpoint field fields label hint placeholder title description desc text message msg error errors color colour usage budget expiry expires expired expiration ttl age at date time policy regex pattern format reset hash index idx kind class style scope scopes env var ref refs prefix suffix header headers param params position start end ratio rate price cost estimate used total window provider store manager service version algorithm alg encoding status state valid required enabled exists ring map list set input form button page screen view component schema model of in is to for from the and or arn address created updated source method mode strategy fn func function handler test tests spec'.split(
    ' ',
  ),
)

const passwords = /^(?:password|passwd|passphrase|passwort|kennwort|passcode|pwd|密码|口令|パスワード|비밀번호|пароль)/

/** What the key around a keyword promises: `before` and `after` are the rest of the identifier on each side. */
export function promiseOf(keyword: string, before: string, after: string): Promised {
  if (after !== '' && isQuiet(after)) return 'none'
  if (keyword === 'key') return keyWords.test(before) ? 'secret' : 'none'
  if (quietLeads.has(lastWord(before))) return 'none'
  if ((keyword === 'pass' || keyword === 'auth' || keyword === 'jwt') && /[A-Za-z0-9]$/.test(before)) return 'none'
  return passwords.test(keyword) ? 'password' : 'secret'
}

function lastWord(name: string): string {
  return wordsOf(name).at(-1)?.toLowerCase() ?? ''
}

function wordsOf(name: string): readonly string[] {
  return name.split(/[_\-.]|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== '')
}

/** A suffix that turns a credential's name into the name of something about it. */
function isQuiet(after: string): boolean {
  return wordsOf(after).some((word) => quietWords.has(word.toLowerCase()))
}

/** Whether the keyword ends a word of the identifier: "token" and "tokenValue", not "tokenizer" or "TOKENS". */
export function endsWord(last: string, next: string): boolean {
  if (!/[A-Za-z]/.test(next)) return true
  return /[A-Z]/.test(next) && !/[A-Z]/.test(last)
}

import { entropyOf, looksRandom, unrest } from './looks-random.ts'
import { isInstruction, isPlaceholder } from './placeholder.ts'

/** The promise of a value's key, and the certainty that the place holds a value and not code. */
export interface ValueSetting {
  /** The key says password: then even a plain word is one. */
  readonly strong: boolean
  readonly quoted: boolean
  /** A place where programs keep values, not names: an env line, a flag, a JSON member. */
  readonly literal: boolean
}

/** The same where name and place leave no doubt, so that any word counts. */
export interface CertainSetting {
  readonly isParameter: boolean
}

const names =
  /^(?:string|str|text|number|int|integer|boolean|bool|bytes?|object|any|unknown|never|void|null|nil|none|undefined|true|false|yes|no|on|off|optional|required|password|passwd|pass|pwd|secret|token|key|bearer|basic|hidden|input|invalid|incorrect|missing|empty|default|inherit|self|this|auto|env|value|default|example|return|await|new|function|const|let|var|import|type|char|varchar|citext|bytea|blob|uuid|optionalstring|changeme|secretstr|userpassword|plaintext|disabled|enabled|current|forgot|reset|confirm|username|user|email|login|options?|flags?|arguments?|parameters?|instead|prompt|prompts|fields?|values?|strings?|passphrase|inherit|include|omit|same-origin|unset|wrong|expired|present|absent|stdin|ask|vault|passed|fail|failed|failure|skip|skipped|warn|warning|error|success|ok)[!?]?$/i

const codePath = /^[A-Za-z_$@][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+$/
const modulePath = /^(?:[a-z_][a-z0-9_]{0,30}\.){2,8}[A-Za-z_]\w*$/
const filePath = /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|@[\w-]+\/)|^[\w.-]+(?:\/[\w.-]+)*\.[a-z]{1,5}$/
const homePath = /^(?:~|\.{1,2})\/|^\/(?:[a-z][\w.-]{1,15}\/)+[\w.-]+$/
/** The name of a key in place of its value: "api_key=API_KEY". */
const keyNames =
  /^(?:(?:your|client|api|access|refresh|auth|secret|id|jwt|bearer|private|session|x)[-_]?){0,4}(?:key|token|secret|password|passwd|pass|pwd|jwt|code|auth|credentials?)$/i
const envName = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const known =
  /^(?:sha\d{1,3}|md5)[-:]|^AWS4-|^@Microsoft\.|^(?:vault|ssm|env|file|secretref|arn|keyvault|ref\+\w{1,20}):|^FlyV1$|^0x[0-9a-fA-F]{1,8}$|^\w{2,12}:\/\/|^#[0-9a-f]{3,8}$|^\d{4}-\d\d-\d\d|^(?:toolu|call|msg|req|resp|rs|fc|run|srvtoolu|asst|thread|chatcmpl|sess|evt|usr|org|proj|team|acct|cus|price|prod)[_-]/i

/** True if the value of such a key is a credential: not a name, a path, a placeholder or code. */
export function isSecretValue(value: string, setting: ValueSetting): boolean {
  if (/\s/.test(value) || !/[A-Za-z0-9]/.test(value) || isPlaceholder(value) || homePath.test(value)) return false
  if (!setting.quoted && /^![A-Za-z]/.test(value)) return false
  if (names.test(value) || envName.test(value) || known.test(value) || modulePath.test(value)) return false
  if (!setting.quoted && !setting.literal && codePath.test(value) && /^[a-z]/.test(value) && value.length < 40)
    return false
  if (looksGenerated(value, setting)) return true
  if (filePath.test(value) || codePath.test(value)) return false
  return setting.strong && isPassword(value, setting)
}

/** True if the value of a key that can only hold a credential is one: anything but a placeholder, path or code. */
export function isCertainValue(value: string, { isParameter }: CertainSetting): boolean {
  if (value.length < 3 || /\s/.test(value) || !/[A-Za-z0-9]/.test(value) || isInstruction(value)) return false
  if (
    names.test(value.replace(/(?<![)\]},;:])[)\]},;:]+$/, '')) ||
    keyNames.test(value) ||
    homePath.test(value) ||
    /^\d{1,3}$/.test(value)
  )
    return false
  if (isParameter) return !/^\w{2,12}:\/\//.test(value)
  if (/^[A-Za-z_$][\w$.]*[([]|^[[({]/.test(value) || /^[A-Za-z]{1,8}[-_]$/.test(value)) return false
  if (known.test(value) || codePath.test(value) || /^![A-Za-z]/.test(value)) return false
  return looksRandom(value) || !(filePath.test(value) || envName.test(value))
}

function isPassword(value: string, { quoted, literal }: ValueSetting): boolean {
  if (value.length < 4 || /^[:=.,]/.test(value)) return false
  if (/^[A-Za-z0-9+/]{6,}={1,2}$/.test(value) && value.length % 4 === 0) return quoted || literal || value.length >= 8
  if (/passw|contrase|senha|secret|^[a-z]+[A-Z]/.test(value) && !/\d/.test(value) && !isJumble(value)) return false
  if (!quoted && !literal && (/passw|token|secret/i.test(value) || (/^[a-z]+[A-Z]/.test(value) && isWordy(value))))
    return false
  // A measure in a sentence: "the password is 12-character".
  if (!quoted && !literal && /^\d+-[a-z]+$/i.test(value)) return false
  if (/[^\x21-\x7e]/.test(value)) return quoted && /[\d!@#$%^&*]/.test(value)
  if (/^[A-Za-z_-]+$/.test(value))
    return (literal && !/^[A-Z][a-z]+$/.test(value)) || (value.length >= 10 && !isWordy(value) && unrest(value) >= 0.2)
  return quoted || literal || value.length >= 6
}

/** A value that no one chose by hand, or that mixes letters and digits where only a value can be. */
function looksGenerated(value: string, { quoted, literal }: ValueSetting): boolean {
  if (value.length < 8 || isWordy(value)) return false
  if (!/\d/.test(value)) return isLetters(value, quoted || literal)
  if (!/[A-Za-z]/.test(value)) return false
  if (looksRandom(value) || ((quoted || literal) && value.length >= 16 && /\d{6}/.test(value))) return true
  if (!quoted && !literal && value.length < 12) return false
  return entropyOf(value) >= 2.5 && unrest(value) >= (quoted || literal || value.length >= 16 ? 0.1 : 0.2)
}

function isLetters(value: string, isPlain: boolean): boolean {
  if (!isPlain || value.length < 16 || !/^[A-Za-z+/=]+$/.test(value) || entropyOf(value) < 3.2) return false
  return unrest(value) >= 0.2 || /^[a-z]{32,}$/.test(value)
}

/** Letters that nobody would put in this order: capitals are adjacent inside, and nothing reads like a word. */
export function isJumble(value: string): boolean {
  return /^[A-Za-z]{10,}$/.test(value) && /[a-z][A-Z]{2,}[a-z]/.test(value) && !isWordy(value) && unrest(value) >= 0.2
}

/** Words, versions and model names joined by marks or capitals: each piece reads like a word or a short number. */
export function isWordy(value: string): boolean {
  const pieces = value.split(/[-_.:/@+~ ]/).filter((piece) => piece !== '')
  if (value.length >= 16 && value.length / pieces.length < 3.2) return false
  return pieces.every((piece) => /^(?:\d{1,4}|\w{1,3})$/.test(piece) || isWords(piece))
}

/** One word, or several joined by capitals; random letters change their case more often or lack vowels. */
function isWords(piece: string): boolean {
  const words = piece.split(/(?<=[a-z0-9])(?=[A-Z])/)
  const word = words.length === 1 ? /^[A-Za-z]{2,14}\d{0,2}$/ : /^(?:[A-Z]{0,4}[a-z]{1,14}\d{0,5}|[A-Z]{1,5}\d{0,2})$/
  if (piece.length / words.length < (words.length > 2 ? 4.5 : 4)) return false
  return words.every((each) => word.test(each) && (/^[A-Za-z]{0,3}\d*$/.test(each) || /[aeiouy]/i.test(each)))
}

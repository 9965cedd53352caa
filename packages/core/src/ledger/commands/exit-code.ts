import { isObject, type JsonObject, parseJson } from '../../json.ts'

/** The end of a call, as far as its result shows. */
export interface CallEnding {
  readonly exitCode?: number
  /** The output itself, without the envelope that a tool put around it. */
  readonly output: string
}

/** Envelopes are at the start or at the end of a result. */
const edge = 600
const stated =
  /(?:\bexit(?:ed)?(?:[ _-]?(?:code|status|with))?(?: (?:code|status|with))?|\breturn[ _-]?code)["'>]?\s?[:= ]\s?(-?\d{1,10})\b|<(?:exit_?code|returncode)>\s*(-?\d{1,10})/gi
/** Most texts hold neither `exit` nor `return`, and their rarer letters are found fastest. */
const announced = ['xit', 'XIT', 'urn', 'URN']
const codeKeys = ['exit_code', 'exitCode', 'returncode', 'return_code', 'exit', 'code']
const outputKeys = ['output', 'stdout', 'content', 'result']
/** A larger JSON result is parsed by nobody for one number. */
const mostJson = 200_000

/** Appears in a list of objects line by line, and never in one JSON value. */
const betweenObjects = '}\n{'

/** Reads the exit code off a result: a field of its JSON, or the words around its output. */
export function ending(text: string): CallEnding {
  const value = mayBeObject(text) ? parseJson(text) : undefined
  if (isObject(value)) return jsonEnding(value, text)
  const exitCode = lastCode(text.slice(-edge)) ?? (text.length > edge ? lastCode(text.slice(0, edge)) : undefined)
  return exitCode === undefined ? { output: text } : { exitCode, output: text }
}

/** To fail at parsing is dear, and many a result opens like JSON and closes in words. */
function mayBeObject(text: string): boolean {
  if (!text.startsWith('{') || text.length > mostJson) return false
  return text.trimEnd().endsWith('}') && !text.includes(betweenObjects)
}

function jsonEnding(value: JsonObject, text: string): CallEnding {
  const { metadata } = value
  const exitCode = codeOf(value) ?? (isObject(metadata) ? codeOf(metadata) : undefined)
  const output = outputKeys.map((key) => value[key]).find((item) => typeof item === 'string')
  const errors = typeof value.stderr === 'string' ? value.stderr : ''
  const said = typeof output === 'string' ? [output, errors].filter((part) => part !== '').join('\n') : text
  return exitCode === undefined ? { output: said } : { exitCode, output: said }
}

function codeOf(value: JsonObject): number | undefined {
  for (const key of codeKeys) {
    const code = value[key]
    if (typeof code === 'number' && Number.isInteger(code)) return code
  }
  return undefined
}

/** A program may print such words itself; the envelope's are outermost. */
function lastCode(text: string): number | undefined {
  if (!announced.some((part) => text.includes(part))) return undefined
  let code: number | undefined
  stated.lastIndex = 0
  for (let match = stated.exec(text); match !== null; match = stated.exec(text)) code = Number(match[1] ?? match[2])
  return code
}

import { isList, isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import { pageText } from './page-text.ts'

/** The content of an error body, whatever its shape. */
export interface ErrorWords {
  /** All that is said, from the outside to the inside; '' where nothing is. */
  readonly message: string
  /** The provider's own code; the innermost one, for gateways put one of theirs around it. */
  readonly code?: string
  readonly type?: string
  /** An HTTP status found in the body. */
  readonly status?: number
}

/** Fields that hold the sentence, as providers name them. */
const sentences = [
  ...['message', 'msg', 'detail', 'errorMessage', 'error_message', 'error_msg', 'error_description', 'status_msg'],
  ...['faultstring', 'reason', 'description', 'title', 'Message'],
]

/** Fields that hold another error, or the words of the server behind. */
const wrappings = [
  ...['error', 'errors', 'err', 'upstream_error', 'inner', 'inner_error', 'innererror', 'innerError', 'cause', 'raw'],
  ...['metadata', 'details', 'response', 'body', 'data', 'base_resp', 'fault', 'status_details', 'exception'],
]

/** Numbers and times beside the sentence that it does not repeat, though they decide what to do. */
const telling = /^(?:n_ctx|n_prompt_tokens|retry_?delay|retry_?after(?:_seconds)?|resets_in_seconds)$/i

/** Nobody nests deeper; a body made to hang the reader does. */
const deepest = 8

/** Reads the text of a body, or the JSON that an SDK has made of it. */
export function errorWords(body: Json | undefined): ErrorWords {
  const found = typeof body === 'string' ? ofText(body, 0) : ofValue(body, 0)
  return found ?? { message: typeof body === 'string' ? body.trim() : '' }
}

function ofValue(value: Json | undefined, depth: number): ErrorWords | undefined {
  if (depth > deepest) return undefined
  if (typeof value === 'string') return ofText(value, depth)
  if (isList(value)) return ofList(value, depth)
  return isObject(value) ? ofObject(value, depth) : undefined
}

/** Text may be JSON, the lines of a stream, a page, or what it seems to be. */
function ofText(text: string, depth: number): ErrorWords | undefined {
  const plain = text.trim()
  if (plain === '') return undefined
  const json = /^[[{"]/.test(plain) ? (parseJson(plain) ?? parseJson(plain.split('\n', 1)[0] ?? '')) : undefined
  if (json !== undefined) return ofValue(json, depth + 1)
  const [, data] = /(?:^|\n)data: ?([^\n]+)/.exec(plain) ?? []
  if (data !== undefined && depth < deepest) return ofText(data, depth + 1)
  return { message: /^<|<\/?html/i.test(plain) ? pageText(plain) : plain }
}

/** Several complaints at once; a validator says where each belongs. */
function ofList(list: readonly Json[], depth: number): ErrorWords | undefined {
  const found = list.slice(0, 10).flatMap((item) => {
    const words = ofValue(item, depth + 1)
    if (words === undefined || words.message === '') return []
    const place = isObject(item) && isList(item.loc) ? `${item.loc.join('.')}: ` : ''
    return [{ ...words, message: `${place}${words.message}` }]
  })
  const [first] = found
  return first === undefined
    ? undefined
    : { ...first, message: [...new Set(found.map(({ message }) => message))].join('; ') }
}

function ofObject(object: JsonObject, depth: number): ErrorWords | undefined {
  const own = firstWords(object, sentences, depth)
  const inside = wrappings.flatMap((name) => {
    const words = own.name === name ? undefined : ofValue(object[name], depth + 1)
    return words === undefined ? [] : [words]
  })
  const parts = [own.words, ...inside].filter((words) => words !== undefined)
  const asides = Object.entries(object).flatMap(([name, value]) =>
    telling.test(name) && (typeof value === 'string' || typeof value === 'number') ? [`${name}: ${value}`] : [],
  )
  const said = joined(parts.map(({ message }) => message))
  const message = [named(object, said), ...(asides.length > 0 ? [`(${asides.join(', ')})`] : [])].join(' ').trim()
  const labels = labelsOf(object, parts)
  return message === '' && Object.keys(labels).length === 0 ? undefined : { message, ...labels }
}

function firstWords(
  object: JsonObject,
  names: readonly string[],
  depth: number,
): { name?: string; words?: ErrorWords } {
  for (const name of names) {
    const words = ofValue(object[name], depth + 1)
    if (words !== undefined && words.message !== '') return { name, words }
  }
  return {}
}

/** A gateway repeats what the server behind it said, or adds nothing to it. */
function joined(messages: readonly string[]): string {
  const kept = messages.filter((text, index) =>
    messages.every((other, at) => at === index || !other.includes(text) || (other === text && at > index)),
  )
  return kept.join(': ')
}

/** Names the upstream, and the output limit where only a field beside the sentence says that it is about that. */
function named({ provider_name: provider, param }: JsonObject, said: string): string {
  const about =
    typeof param === 'string' && param.startsWith('max_') && !said.includes(param) ? `${param}: ${said}` : said
  return typeof provider === 'string' && about !== '' ? `${provider}: ${about}` : about
}

function labelsOf(object: JsonObject, inside: readonly ErrorWords[]): Omit<ErrorWords, 'message'> {
  const code = last(inside.map((words) => words.code)) ?? labelIn(object, ['code', 'error_code', 'errorCode'])
  const type = last(inside.map((words) => words.type)) ?? labelIn(object, ['type', '__type', 'status', 'errorType'])
  const status = [
    object.code,
    object.status,
    object.status_code,
    object.statusCode,
    ...inside.map((words) => words.status),
  ]
    .map(Number)
    .find((value) => value >= 400 && value < 600)
  return { ...(code && { code }), ...(type && { type }), ...(status && { status }) }
}

function last(labels: readonly (string | undefined)[]): string | undefined {
  return labels.findLast((label) => label !== undefined)
}

/** Labels that only say that this is an error carry no information. */
const hollow = /^(?:error|response\.failed|response\.error|[45]\d\d)$/

function labelIn(object: JsonObject, names: readonly string[]): string | undefined {
  const labels = names.map((name) => object[name])
  return labels.find((label): label is string => typeof label === 'string' && label !== '' && !hollow.test(label))
}

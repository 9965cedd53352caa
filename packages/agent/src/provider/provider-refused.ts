import { Failure } from '@palimpsest/core/errors'
import type { Json } from '@palimpsest/core/json'
import type { RefusalFacts } from '@palimpsest/core/overflow'
import { redact, redactedMark } from '@palimpsest/core/redact'
import { clipText } from '@palimpsest/core/text'
import type { UsageApi } from '@palimpsest/core/tokens'
import { errorWords } from '@palimpsest/core/wire'

/** The known facts about a refused call, besides the error. */
export interface RefusedCall {
  readonly api: UsageApi
  /** The text of a response that was no answer. SDKs keep only what is in the envelope that they expect. */
  readonly body?: string | undefined
  /** The key that was sent: a provider may repeat it. */
  readonly secret?: string | undefined
}

/** Enough for every sentence, and for the numbers behind it. */
const longestMessage = 4_000
/** A shorter key is a placeholder, and part of other words. */
const shortestSecret = 8

/** Builds a refusal from an error that an SDK threw, or from a stream that broke off. */
export function providerRefused(error: unknown, call: RefusedCall): Failure<'provider/refused'> {
  const facts = factsOf(error, call)
  return new Failure('provider/refused', facts.message, { facts }, error)
}

function factsOf(error: unknown, { api, body, secret = '' }: RefusedCall): RefusalFacts {
  const { status, headers, code, type, message, error: inner } = fieldsOf(error)
  const words = errorWords(body !== undefined && body.trim() !== '' ? body : (inner as Json | undefined))
  const cause = causeOf(error)
  const heardCode = [words.code, code, cause.code].find((value) => typeof value === 'string')
  const heardType = [words.type, type].find((value) => typeof value === 'string')
  const heardStatus = [status, words.status].find((value) => typeof value === 'number')
  const said = words.message !== '' ? words.message : typeof message === 'string' ? message : String(error)
  const text = status === undefined && cause.message !== undefined ? `${said} ${cause.message}` : said
  const hidden = (said: string) =>
    clipText(redact(secret.length < shortestSecret ? said : said.replaceAll(secret, redactedMark)).text, longestMessage)
  return {
    api,
    message: hidden(text),
    ...(heardStatus !== undefined && { status: heardStatus }),
    ...(heardCode !== undefined && { code: hidden(heardCode) }),
    ...(heardType !== undefined && { type: hidden(heardType) }),
    ...(isHeaders(headers) && { headers: waitHeaders(headers) }),
  }
}

function waitHeaders(headers: Headers): Readonly<Record<string, string>> {
  const names = ['retry-after', 'retry-after-ms', 'x-ms-retry-after-ms']
  const told = names.flatMap((name) => [[name, headers.get(name)] as const]).filter(isTold)
  const seconds = secondsUntil(headers.get('retry-after'), headers.get('date'))
  return { ...Object.fromEntries(told), ...(seconds !== undefined && { 'retry-after': String(seconds) }) }
}

/** Measures a date by the clock that wrote the response. */
function secondsUntil(date: string | null, now: string | null): number | undefined {
  if (date === null || !/[a-z]/i.test(date)) return undefined
  const ms = Date.parse(date) - (now === null ? Date.now() : Date.parse(now))
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms / 1_000)) : undefined
}

function isTold(header: readonly [string, string | null]): header is readonly [string, string] {
  return header[1] !== null
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

interface Cause {
  readonly code?: string
  readonly message?: string
}

/** SDKs and `fetch` wrap a socket's error, once or more; of several addresses tried, the first one counts. */
function causeOf(error: unknown): Cause {
  let at: unknown = error
  let found: Cause = {}
  for (let depth = 0; depth < 5; depth++) {
    const { cause, errors } = fieldsOf(at)
    at = cause ?? (Array.isArray(errors) ? errors[0] : undefined)
    const { code, message } = fieldsOf(at)
    found = { ...found, ...(typeof message === 'string' && message !== '' && { message }) }
    if (typeof code === 'string') return { ...found, code }
  }
  return found
}

function isHeaders(value: unknown): value is Headers {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function'
}

import { Failure, isObject, type RefusalFacts, redact, type UsageApi } from '@palimpsest/core'

/** What is known of an error that an SDK threw, or of a stream that broke off. */
export function refused(error: unknown, api: UsageApi): Failure<'provider/refused'> {
  const facts = factsOf(error, api)
  return new Failure('provider/refused', facts.message, { facts }, error)
}

function factsOf(error: unknown, api: UsageApi): RefusalFacts {
  const { status, headers, code, type, message } = fieldsOf(error)
  const inner = innerError(error)
  const cause = causeOf(error)
  const innerCode = [inner.code, code, cause.code].find((value) => typeof value === 'string')
  const innerType = [inner.type, type].find((value) => typeof value === 'string')
  const said = typeof inner.message === 'string' ? inner.message : typeof message === 'string' ? message : String(error)
  const text = status === undefined && cause.message !== undefined ? `${said} ${cause.message}` : said
  return {
    api,
    message: redact(text).text,
    ...(typeof status === 'number' && { status }),
    ...(innerCode !== undefined && { code: innerCode }),
    ...(innerType !== undefined && { type: innerType }),
    ...(isHeaders(headers) && { headers: { 'retry-after': headers.get('retry-after') ?? undefined } }),
  }
}

/** Both SDKs put the body of an error response under `error`; Anthropic's nests once more. */
function innerError(error: unknown): Fields {
  const outer = fieldsOf(fieldsOf(error).error)
  return isObject(outer.error) ? fieldsOf(outer.error) : outer
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

interface Cause {
  readonly code?: string
  readonly message?: string
}

/** SDKs and `fetch` wrap what a socket said, once or more; of several addresses that were tried the first tells. */
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

import { Failure, isObject, type RefusalFacts, redact, type UsageApi } from '@palimpsest/core'

/** What is known of an error that an SDK threw, or of a stream that broke off. */
export function refused(error: unknown, api: UsageApi): Failure<'provider/refused'> {
  const facts = factsOf(error, api)
  return new Failure('provider/refused', facts.message, { facts }, error)
}

function factsOf(error: unknown, api: UsageApi): RefusalFacts {
  const { status, headers, code, type, message } = fieldsOf(error)
  const inner = innerError(error)
  const innerCode = [inner.code, code, causeCode(error)].find((value) => typeof value === 'string')
  const innerType = [inner.type, type].find((value) => typeof value === 'string')
  const text = typeof inner.message === 'string' ? inner.message : typeof message === 'string' ? message : String(error)
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

function causeCode(error: unknown): string | undefined {
  const { code } = fieldsOf(fieldsOf(error).cause)
  return typeof code === 'string' ? code : undefined
}

function isHeaders(value: unknown): value is Headers {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function'
}

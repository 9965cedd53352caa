import { isList, isObject, type Json, parseJson } from '@palimpsest/core/json'
import { redact, redactedMark } from '@palimpsest/core/redact'
import { clipText } from '@palimpsest/core/text'
import { errorWords } from '@palimpsest/core/wire'
import { codeOf } from './doctor-check.ts'

/** A server that should be there. */
export interface Server {
  readonly provider: string
  readonly baseUrl: string | null
  readonly key: string | undefined
}

/** The result of asking a server for its models. */
export type Probed =
  | {
      readonly kind: 'answered'
      readonly url: string
      readonly status: number
      readonly ms: number
      /** The names of the models that it lists; empty where it lists none. */
      readonly models: readonly string[]
      /** Why it refuses, in its own words. */
      readonly said?: string
    }
  | { readonly kind: 'silent'; readonly url: string; readonly reason: string }

const longestBody = 65_536
/** More does not fit a line of the report. */
const longestReason = 200

/** A person waits. */
const timeoutMs = 5_000

const addresses: Readonly<Record<string, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  'openai-responses': 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
}

/** Asks a server which models it has: it costs nothing, and a wrong key is refused. */
export async function probeServer({ provider, baseUrl, key }: Server): Promise<Probed> {
  const base = (baseUrl ?? addresses[provider] ?? '').replace(/(?<!\/)\/+$/, '')
  const url = `${base}${provider === 'anthropic' ? '/v1/models' : '/models'}`
  const startMs = performance.now()
  try {
    // A redirect is not followed: it could lead the key elsewhere.
    const reply = await fetch(url, {
      headers: headersOf(provider, key),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await reply.text()
    const ms = Math.round(performance.now() - startMs)
    const answered = { kind: 'answered', url, status: reply.status, ms, models: listed(parseJson(text)) } as const
    return reply.status < 400 ? answered : { ...answered, said: wordsOf(text, key?.trim() ?? '') }
  } catch (error) {
    return { kind: 'silent', url, reason: unreachableReason(error) }
  }
}

/** One line, without the key and other secrets. */
function wordsOf(body: string, key: string): string {
  const text = body.slice(0, longestBody)
  const said = errorWords(parseJson(text) ?? text).message
  const hidden = key === '' ? said : said.replaceAll(key, redactedMark)
  return clipText(redact(hidden).text.replace(/\s+/g, ' '), longestReason)
}

function headersOf(provider: string, key: string | undefined): Record<string, string> {
  if (!key?.trim()) return {}
  return provider === 'anthropic'
    ? { 'x-api-key': key.trim(), 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${key.trim()}` }
}

function listed(body: Json | undefined): readonly string[] {
  const models = isObject(body) && isList(body.data) ? body.data : []
  return models.flatMap((model) => (isObject(model) && typeof model.id === 'string' ? [model.id] : []))
}

/** Says why a server could not be reached: `fetch` hides what happened inside its own error. */
export function unreachableReason(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} seconds`
  const cause = error instanceof Error && error.cause instanceof AggregateError ? error.cause.errors[0] : undefined
  const code = codeOf(cause ?? (error instanceof Error ? (error.cause ?? error) : error))
  if (/CERT|UNABLE_TO_/.test(code)) return `its certificate cannot be trusted (${code})`
  return words[code] ?? code
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such address',
  EAI_AGAIN: 'no name server answers',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENETUNREACH: 'there is no way to that network',
  EHOSTUNREACH: 'there is no way to that machine',
}

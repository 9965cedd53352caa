import { isObject } from '@palimpsest/core/json'
import type { RefusalFacts } from '@palimpsest/core/overflow'
import { errorWords } from '@palimpsest/core/wire'
import { copyJson } from './copy-json.ts'

/** What an error of any SDK, a response or its body says about a refusal. */
export function readRefusalFacts(error: unknown): RefusalFacts {
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const fields = error as Readonly<Record<string, unknown>>
  const status = [fields.status, fields.statusCode].find((code) => typeof code === 'number')
  const inside = [fields.error, fields.data, fields.responseBody, fields.body].find((value) => isSaid(value))
  const words = wordsOf(inside ?? error)
  const told = typeof fields.message === 'string' ? fields.message : ''
  const message = [words.message, told].filter((text) => text !== undefined && text !== '').join('\n')
  const { code, type } = words
  const headers = isObject(fields.headers) ? { headers: plainHeaders(fields.headers) } : {}
  return {
    ...(typeof status === 'number' && { status }),
    ...(code !== undefined && { code }),
    ...(type !== undefined && { type }),
    message,
    ...headers,
  }
}

function isSaid(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || (typeof value === 'string' && value !== '')
}

function wordsOf(value: unknown): { readonly message?: string; readonly code?: string; readonly type?: string } {
  try {
    return errorWords(typeof value === 'string' ? value : copyJson(value))
  } catch {
    return {}
  }
}

function plainHeaders(headers: object): Readonly<Record<string, string>> {
  const pairs = headers instanceof Headers ? [...headers.entries()] : Object.entries(headers)
  return Object.fromEntries(pairs.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

import type { IncomingHttpHeaders } from 'node:http'
import { isObject, type Json } from '@palimpsest/core'
import type { Refusal } from '../refusal.ts'

/** Fields that the API does not know unless a header asks for the beta that brings them. */
const betas: Readonly<Record<string, RegExp>> = {
  context_management: /context-management|compact/,
  mcp_servers: /mcp-client/,
  output_format: /structured-outputs/,
  compaction: /compact/,
  fallbacks: /./,
  fallback_credit_token: /./,
  thread: /./,
}

/** The version of its API is Anthropic's only header that must be there; betas are asked for in another. */
export function refuseHeaders(headers: IncomingHttpHeaders, body: Json): Refusal | undefined {
  const version = headers['anthropic-version']
  if (version === undefined) return { kind: 'invalid', message: 'anthropic-version: header is required' }
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(version)) {
    return { kind: 'invalid', message: `anthropic-version: "${version}" is not a valid version` }
  }
  const asked = String(headers['anthropic-beta'] ?? '')
  const [unknown] = Object.entries(betas).filter(([field, beta]) => isSet(body, field) && !beta.test(asked))
  if (unknown !== undefined) return { kind: 'invalid', message: `${unknown[0]}: Extra inputs are not permitted` }
  const { thinking } = isObject(body) ? body : {}
  if (!isObject(thinking) || !isSet(thinking, 'block_binding') || bindingBeta.test(asked)) return undefined
  const type = String(thinking.type)
  return { kind: 'invalid', message: `thinking.${type}.block_binding: Extra inputs are not permitted` }
}

const bindingBeta = /thinking-binding-controls/

function isSet(body: Json, field: string): boolean {
  return isObject(body) && (body[field] ?? undefined) !== undefined
}

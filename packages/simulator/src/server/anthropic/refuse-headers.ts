import type { IncomingHttpHeaders } from 'node:http'
import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { ServerRefusal } from '../server-refusal.ts'

/** Fields that the API does not know unless a header asks for the beta that brings them. */
const betas: Readonly<Record<string, RegExp>> = {
  context_management: /context-management|compact/,
  mcp_servers: /mcp-client/,
  output_format: /structured-outputs/,
  compaction: /compact/,
  safeguards: /dangerous-tool-use/,
  fallbacks: /./,
  fallback_credit_token: /./,
  thread: /./,
}

/** The version of its API is Anthropic's only header that must be there; betas are asked for in another. */
export function refuseHeaders(headers: IncomingHttpHeaders, body: Json): ServerRefusal | undefined {
  const version = headers['anthropic-version']
  if (version === undefined) return { kind: 'invalid', message: 'anthropic-version: header is required' }
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(version)) {
    return { kind: 'invalid', message: `anthropic-version: "${version}" is not a valid version` }
  }
  const asked = String(headers['anthropic-beta'] ?? '')
  const [unknown] = Object.entries(betas).filter(([field, beta]) => isSet(body, field) && !beta.test(asked))
  if (unknown !== undefined) return { kind: 'invalid', message: `${unknown[0]}: Extra inputs are not permitted` }
  const message = isObject(body) ? unknownInside(body, asked) : undefined
  return message === undefined ? undefined : { kind: 'invalid', message }
}

function isSet(body: Json, field: string): boolean {
  return isObject(body) && (body[field] ?? undefined) !== undefined
}

/** Values and fields of betas that appear deeper in a request. */
function unknownInside({ thinking, messages, context_management: context }: JsonObject, asked: string) {
  if (isObject(thinking) && thinking.display === 'updates' && !/thinking-display-updates/.test(asked)) {
    return `thinking.${thinking.type}.display: Input should be 'summarized' or 'omitted'`
  }
  if (isObject(thinking) && isSet(thinking, 'block_binding') && !/thinking-binding-controls/.test(asked)) {
    return `thinking.${thinking.type}.block_binding: Extra inputs are not permitted`
  }
  const edits = isObject(context) && isList(context.edits) ? context.edits : []
  const compacting = edits.findIndex((edit) => isObject(edit) && edit.type === 'compact_20260112')
  if (compacting >= 0 && !/compact/.test(asked)) {
    const found = "Input tag 'compact_20260112' found using 'type' does not match any of the expected tags"
    return `context_management.edits.${compacting}: ${found}`
  }
  const cleared = isList(messages) ? messages.findIndex((message) => isSet(message, 'clear_at')) : -1
  if (cleared >= 0 && !/mid-conversation-system-clear-at/.test(asked)) {
    return `messages.${cleared}.clear_at: Extra inputs are not permitted`
  }
  return undefined
}

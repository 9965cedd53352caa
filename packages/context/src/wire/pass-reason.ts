import { isList, isObject, type Json } from '@palimpsest/core/json'
import type { RecognisedBody } from './recognise-body.ts'
import type { PassReason } from './wire-body.ts'

/** Why a body that can be read is none of our business: its provider keeps, or compacts, the history. */
export function foreignHistory(body: object, { list }: RecognisedBody): PassReason | undefined {
  const fields = body as Readonly<Record<string, unknown>>
  if (isSaid(fields.previous_response_id) || isSaid(fields.conversation)) return 'partial-history'
  if (continuesThread(body) || isKeptByOptions(fields.providerOptions)) return 'partial-history'
  if (isObject(fields.context_management) && hasCompaction(fields.context_management.edits)) return 'native-compaction'
  if (isList(fields.context_management) && hasCompaction(fields.context_management)) return 'native-compaction'
  if (isObject(fields.providerOptions) && Object.values(fields.providerOptions).some(isCompactedByOptions))
    return 'native-compaction'
  return (list as readonly Json[]).some(isNative) ? 'native-compaction' : undefined
}

/** The provider keeps the messages of a thread, and a request that continues one has only what is new. */
export function continuesThread(body: object): boolean {
  const { thread } = (body ?? {}) as { readonly thread?: unknown }
  return isObject(thread) && thread.type === 'continue'
}

/** The same, as the AI SDK says it: under the name of the provider. */
function isKeptByOptions(options: unknown): boolean {
  if (!isObject(options)) return false
  return Object.values(options).some(
    (own) => isObject(own) && (isSaid(own.previousResponseId) || isSaid(own.conversation)),
  )
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isCompactedByOptions(own: unknown): boolean {
  return isObject(own) && isObject(own.contextManagement) && hasCompaction(own.contextManagement.edits)
}

/** `compact_20260112` and its successors; what clears old results or thinking changes nothing for us. */
function hasCompaction(edits: unknown): boolean {
  return isList(edits) && edits.some((edit) => isObject(edit) && isCompactType(edit.type))
}

function isCompactType(type: Json | undefined): boolean {
  return typeof type === 'string' && type.startsWith('compact')
}

function isNative(item: Json): boolean {
  if (!isObject(item)) return false
  if (isCompactType(item.type)) return true
  return isList(item.content) && item.content.some((block) => isObject(block) && block.type === 'compaction')
}

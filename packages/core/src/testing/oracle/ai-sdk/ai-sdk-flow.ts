import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { refuseSdk } from './ai-sdk-rules.ts'

interface PlacedPart {
  readonly part: JsonObject
  readonly path: string
  readonly role: unknown
  /** True if it belongs to the last message. */
  readonly last: boolean
}

/** Calls by id: what is asked, what is still open, what is answered, and which approvals were requested. */
interface State {
  readonly calls: Map<unknown, JsonObject>
  readonly open: Set<unknown>
  readonly answered: Set<unknown>
  readonly approvals: Map<unknown, unknown>
}

/** Judges that calls are answered before anyone else speaks; `complete` lets none at the end be pending. */
export function* checkAiSdkFlow(messages: readonly Json[], complete: boolean): Generator<Violation> {
  const state: State = { calls: new Map(), open: new Set(), answered: new Set(), approvals: new Map() }
  for (const [i, message] of messages.entries()) {
    if (!isObject(message)) continue
    const path = `messages[${i}]`
    if (message.role === 'user' || message.role === 'system') {
      yield* checkNoneOpen(state, path)
      state.open.clear()
    }
    const last = i === messages.length - 1
    for (const [p, part] of (isList(message.content) ? message.content : []).entries()) {
      if (isObject(part)) yield* checkPart({ part, path: `${path}.content[${p}]`, role: message.role, last }, state)
    }
  }
  if (complete) yield* checkNoneOpen(state, 'messages')
}

function* checkNoneOpen({ open }: State, path: string): Generator<Violation> {
  if (open.size === 0) return
  const ids = [...open].map(show).join(', ')
  yield refuseSdk(path, 'tool-results-missing', `Tool results are missing for tool calls ${ids}. Answer them before.`)
}

function* checkPart(placed: PlacedPart, state: State): Generator<Violation> {
  const { part, role } = placed
  if (part.type === 'tool-call' && role === 'assistant') yield* checkCall(placed, state)
  if (part.type === 'tool-result') yield* checkResult(placed, state)
  if (part.type === 'tool-approval-request' && role === 'assistant') yield* checkRequest(placed, state)
  if (part.type === 'tool-approval-response' && role === 'tool') yield* checkResponse(placed, state)
}

function* checkCall({ part, path }: PlacedPart, { calls, open, answered }: State): Generator<Violation> {
  const id = part.toolCallId
  if (id === undefined) return
  if (open.has(id)) yield refuseSdk(path, 'tool-call-id-unique', `tool call ${show(id)} is already open.`)
  calls.set(id, part)
  answered.delete(id)
  if (part.providerExecuted !== true) open.add(id)
}

function* checkResult({ part, path, role }: PlacedPart, { calls, open, answered }: State): Generator<Violation> {
  const id = part.toolCallId
  const call = calls.get(id)
  if (id === undefined) return
  if (role === 'tool') open.delete(id)
  if (call === undefined) {
    yield refuseSdk(path, 'tool-result-orphan', `no tool call ${show(id)} before this result.`)
  } else if (answered.has(id)) {
    yield refuseSdk(path, 'tool-result-duplicate', `tool call ${show(id)} already has a result.`)
  } else if (call.toolName !== part.toolName) {
    const fault = `tool call ${show(id)} names ${show(call.toolName)}, its result ${show(part.toolName)}.`
    yield refuseSdk(path, 'tool-name-mismatch', fault)
  }
  answered.add(id)
}

function* checkRequest({ part, path }: PlacedPart, { calls, approvals }: State): Generator<Violation> {
  if (part.approvalId === undefined || part.toolCallId === undefined) return
  approvals.set(part.approvalId, part.toolCallId)
  if (calls.has(part.toolCallId)) return
  yield refuseSdk(path, 'approval-call-missing', `Tool call ${show(part.toolCallId)} not found for approval.`)
}

/** Calls that the last message approves or denies are run, or answered as denied, before the prompt is sent. */
function* checkResponse({ part, path, last }: PlacedPart, { open, approvals }: State): Generator<Violation> {
  if (part.approvalId === undefined) return
  if (!approvals.has(part.approvalId)) {
    yield refuseSdk(path, 'approval-orphan', `no tool approval request ${show(part.approvalId)} before it.`)
  } else if (last) {
    open.delete(approvals.get(part.approvalId))
  }
}

import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { foreignAuthor } from '../model-name.ts'
import { show } from '../show.ts'
import type { OracleOptions, Violation } from '../violation.ts'
import { brokenStrings } from '../well-formed.ts'
import { checkAiSdkFlow } from './ai-sdk-flow.ts'
import { checkFields, checkOptions, checkPart, partsOf } from './ai-sdk-parts.ts'
import { refuseSdk } from './ai-sdk-rules.ts'

/** All reasons for which the AI SDK would refuse a list of model messages, or a prompt that holds one. */
export function checkAiSdk(messages: Json, options: OracleOptions = {}): readonly Violation[] {
  const list = isObject(messages) ? messages.messages : messages
  if (isList(list)) return [...checkMessages(list, options)]
  return [refuseSdk('messages', 'body-type', 'expected a list of model messages.')]
}

function* checkMessages(messages: readonly Json[], options: OracleOptions): Generator<Violation> {
  for (const path of brokenStrings(messages, 'messages', (list, i) => `${list}[${i}]`)) {
    yield refuseSdk(path, 'lone-surrogate', 'half of a surrogate pair stands alone in a string.')
  }
  if (messages.length === 0) yield refuseSdk('messages', 'messages-empty', 'messages must not be empty.')
  for (const [i, message] of messages.entries()) {
    const path = `messages[${i}]`
    if (isObject(message)) yield* checkMessage(message, path)
    else yield refuseSdk(path, 'message-type', 'expected an object with role and content.')
  }
  yield* checkAiSdkFlow(messages, options.complete ?? false)
  for (const [i, message] of messages.entries()) {
    yield* checkAuthor(message, `messages[${i}]`, foreignAuthor(options.authors?.[i], options.model))
  }
}

/** Seals travel in the options of reasoning; without them it is plain text. */
function* checkAuthor(message: Json, path: string, author: string | undefined): Generator<Violation> {
  const content = isObject(message) ? message.content : undefined
  if (author === undefined || !isList(content)) return
  for (const [i, part] of content.entries()) {
    if (!isObject(part) || part.type !== 'reasoning' || part.providerOptions === undefined) continue
    yield refuseSdk(`${path}.content[${i}]`, 'reasoning-author', `${author} sealed this reasoning. Drop its options.`)
  }
}

function* checkMessage(message: JsonObject, path: string): Generator<Violation> {
  const { role, content } = message
  if (role !== 'system' && !(typeof role === 'string' && Object.hasOwn(partsOf, role))) {
    yield refuseSdk(`${path}.role`, 'role', "expected 'system', 'user', 'assistant' or 'tool'.")
    return
  }
  yield* checkFields(message, path, { content: 'any' })
  yield* checkOptions(message.providerOptions, path)
  if (content === undefined) return
  if (isList(content) ? role === 'system' : typeof content !== 'string' || role === 'tool') {
    yield refuseSdk(`${path}.content`, 'content-type', `a ${show(role)} message cannot hold this kind of content.`)
  } else if (isList(content)) {
    for (const [i, part] of content.entries()) yield* checkPart(part, `${path}.content[${i}]`, show(role))
  }
}

import { isFailure } from '@palimpsest/core/errors'
import { isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Transcript } from '@palimpsest/core/message'
import { bindsThinking, type Catalogue, type ModelInfo } from '@palimpsest/core/models'
import { codecs } from '@palimpsest/core/wire'
import type { Api } from './api.ts'
import type { Asker, BillingState, Weighed } from './billing-state.ts'
import { editContext } from './edit-context.ts'
import type { ServerRefusal } from './server-refusal.ts'

/** A request that a provider would answer. */
export interface Accepted extends Asker {
  readonly name: string
  readonly body: JsonObject
  /** Paths of the thinking that was left out. */
  readonly dropped: readonly string[]
  readonly transcript: Transcript
  readonly weighed: Weighed
  /** The parts left out of the conversation, as the provider reports them. */
  readonly applied: readonly JsonObject[]
  /** Tokens that the reply may have. */
  readonly outputTokens: number
}

/** The basis on which a request is judged. */
export interface Bench {
  readonly catalogue: Catalogue
  readonly billing: BillingState
  /** True when thinking is checked against what precedes it. */
  readonly checksPrefixes: boolean
}

/** A request as it came in. */
export interface Plea {
  readonly api: Api
  readonly key: string
  readonly body: Json
}

/** Judges a request as its provider would, in its order: the model, the shape, the limits. */
export function judgeRequest(
  { api, key, body }: Plea,
  { catalogue, billing, checksPrefixes }: Bench,
): Accepted | ServerRefusal {
  const name = isObject(body) && typeof body.model === 'string' ? body.model : ''
  const model = name === '' ? undefined : catalogue.find(name)
  if (name !== '' && (model === undefined || !api.serves(model, name))) return { kind: 'model-unknown', model: name }
  const [violation] = api.check(body, model ?? nobody)
  if (violation !== undefined) return { kind: 'invalid', ...violation }
  if (model === undefined || !isObject(body)) return { kind: 'invalid', message: 'model: Field required' }
  const bound = checksPrefixes && bindsThinking(name, model) ? api.bind?.(body, model) : undefined
  if (bound !== undefined && 'rule' in bound) return { kind: 'invalid', ...bound }
  return weigh({ api, key, model, name, ...(bound ?? { body, dropped: [] }) }, billing)
}

/** A request that is sound as far as its words go. */
type Sound = Omit<Accepted, 'transcript' | 'weighed' | 'applied' | 'outputTokens'>

function weigh(sound: Sound, billing: BillingState): Accepted | ServerRefusal {
  const { api, key, model, name, body } = sound
  const sent = decode(api, body)
  if ('kind' in sent) return sent
  const edits = api.contextEditsOf?.(body) ?? []
  const edited = editContext(sent, edits, (transcript) => billing.weigh({ key, api, model }, transcript, body))
  const { transcript, weighed, applied } = edited
  const forbidden = billing.refuse(weighed)
  if (forbidden !== undefined) return { kind: 'invalid', message: forbidden }
  const room = roomFor({ api, body, model, name }, weighed.tokens)
  if (typeof room !== 'number') return room
  return { ...sound, transcript, weighed, applied, outputTokens: room }
}

const nobody: ModelInfo = { id: '', provider: '', contextTokens: 0 }

/** Decodes a body, or refuses what the codec cannot read although the rules allow it. */
function decode(api: Api, body: JsonObject): Transcript | ServerRefusal {
  try {
    return codecs[api.name].decode(body)
  } catch (error) {
    if (!isFailure(error, 'wire/malformed')) throw error
    return { kind: 'invalid', message: error.message, path: error.detail.path }
  }
}

interface Sized {
  readonly api: Api
  readonly body: JsonObject
  readonly model: ModelInfo
  readonly name: string
}

/** Tokens left for the reply, or the limit that the request breaks. */
function roomFor({ api, body, model, name }: Sized, promptTokens: number): number | ServerRefusal {
  const { contextTokens, maxOutputTokens = contextTokens } = model
  const limit = api.limitOf(body)
  if (limit !== undefined && limit.tokens > maxOutputTokens) {
    return { kind: 'output-too-long', maxTokens: limit.tokens, maxOutputTokens, model: name, field: limit.field }
  }
  if (promptTokens > contextTokens) return { kind: 'prompt-too-long', promptTokens, contextTokens }
  const left = contextTokens - promptTokens
  if (limit !== undefined && limit.tokens > left && api.refusesNoRoom) {
    return { kind: 'no-room-for-output', promptTokens, maxTokens: limit.tokens, contextTokens }
  }
  return Math.min(limit?.tokens ?? maxOutputTokens, left)
}

import type Anthropic from '@anthropic-ai/sdk'
import { isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { BilledUsage } from '@palimpsest/core/tokens'
import { anthropicStream, codecs, type Reply, readReply, repeatable } from '@palimpsest/core/wire'
import { lazily } from './lazily.ts'
import type { Patience } from './patience.ts'
import type { Delta, ModelCall, Provider } from './provider.ts'
import { inquiryMs, openStream, quietly, readStream } from './read-stream.ts'
import { type Wire, withIdleTimeout } from './with-idle-timeout.ts'

export interface ProviderOptions {
  readonly apiKey: string
  readonly baseUrl?: string
  /** The name under which the route is remembered. */
  readonly name: string
  readonly patience?: Patience
}

const api = 'anthropic'

/** Models behind Anthropic's Messages API. */
export function createAnthropic({ apiKey, baseUrl, name, patience }: ProviderOptions): Provider {
  const client = lazily(async () => {
    const { default: Sdk } = await import('@anthropic-ai/sdk')
    return new Sdk({ ...quietly, apiKey, ...(baseUrl !== undefined && { baseURL: baseUrl }) })
  })
  return {
    api,
    format: 'anthropic',
    route: baseUrl === undefined ? name : `${name} ${baseUrl}`,
    ask: (asked, onDelta, signal) =>
      withIdleTimeout({ api, patience, secret: apiKey }, signal, async (wire) =>
        ask(await client(), asked, onDelta, wire),
      ),
    warm: (asked, signal) =>
      withIdleTimeout({ api, patience, secret: apiKey }, signal, async (wire) => warm(await client(), asked, wire)),
    contextTokens: async (model, signal) => contextTokens(await client(), model, signal),
  }
}

async function contextTokens(client: Anthropic, model: string, signal: AbortSignal): Promise<number | undefined> {
  const asking = client.get(`/v1/models/${encodeURIComponent(model)}`, { signal, timeout: inquiryMs })
  const answer = (await asking.catch(() => undefined)) as Json | undefined
  const told = isObject(answer) ? answer.max_input_tokens : undefined
  return typeof told === 'number' && told > 0 ? told : undefined
}

async function ask(client: Anthropic, asked: ModelCall, onDelta: (delta: Delta) => void, wire: Wire): Promise<Reply> {
  const { signal, fetch } = wire
  const body = { ...promptOf(asked), max_tokens: asked.maxTokens, stream: true }
  const post = () => client.withOptions({ fetch }).post('/v1/messages', { body, signal, stream: true })
  const events = await openStream(post, wire)
  const onEvent = (event: JsonObject) => tell(event, onDelta)
  return readStream(events, { api, protocol: anthropicStream, onEvent, wire })
}

function promptOf({ model, messages, tools }: ModelCall): JsonObject {
  const said = repeatable(messages, { format: 'anthropic', model })
  const { value } = codecs.anthropic.encode({ messages: said, tools, model }, { model })
  return { ...(isObject(value) ? value : {}), model }
}

/** A limit of 0 reads the prompt and says nothing; it may not be streamed. */
async function warm(client: Anthropic, asked: ModelCall, { signal, fetch, refuse }: Wire): Promise<BilledUsage> {
  const body = { ...promptOf(asked), max_tokens: 0 }
  const post = () => client.withOptions({ fetch }).post('/v1/messages', { body, signal })
  const answer = await post().catch((error: unknown) => {
    signal.throwIfAborted()
    throw refuse(error)
  })
  return readReply(api, answer as Json).usage
}

function tell({ type, delta, content_block: block }: JsonObject, onDelta: (delta: Delta) => void): void {
  if (type === 'content_block_start' && isObject(block) && block.type === 'tool_use')
    onDelta({ kind: 'tool-call', name: String(block.name) })
  if (type !== 'content_block_delta' || !isObject(delta)) return
  if (typeof delta.text === 'string') onDelta({ kind: 'text', text: delta.text })
  if (typeof delta.thinking === 'string') onDelta({ kind: 'thinking', text: delta.thinking })
}

import Anthropic from '@anthropic-ai/sdk'
import { anthropicStream, codecs, isObject, type Json, type JsonObject, type Reply } from '@palimpsest/core'
import type { Asked, Delta, Provider } from './provider.ts'
import { inquiryMs, openStream, quietly, readStream, withOwnSignal } from './read-stream.ts'

export interface ProviderOptions {
  readonly apiKey: string
  readonly baseUrl?: string
  /** How the route is named where it is remembered. */
  readonly name: string
}

const api = 'anthropic'

/** Models behind Anthropic's Messages API. */
export function createAnthropic({ apiKey, baseUrl, name }: ProviderOptions): Provider {
  const client = new Anthropic({ ...quietly, apiKey, ...(baseUrl !== undefined && { baseURL: baseUrl }) })
  return {
    api,
    format: 'anthropic',
    route: baseUrl === undefined ? name : `${name} ${baseUrl}`,
    ask: (asked, onDelta, signal) => withOwnSignal(signal, (own) => ask(client, asked, onDelta, own)),
    contextTokens: (model, signal) => contextTokens(client, model, signal),
  }
}

async function contextTokens(client: Anthropic, model: string, signal: AbortSignal): Promise<number | undefined> {
  const asking = client.get(`/v1/models/${encodeURIComponent(model)}`, { signal, timeout: inquiryMs })
  const answer = (await asking.catch(() => undefined)) as Json | undefined
  const told = isObject(answer) ? answer.max_input_tokens : undefined
  return typeof told === 'number' && told > 0 ? told : undefined
}

async function ask(
  client: Anthropic,
  { model, messages, tools, maxTokens }: Asked,
  onDelta: (delta: Delta) => void,
  signal: AbortSignal,
): Promise<Reply> {
  const { value } = codecs.anthropic.encode({ messages, tools, model }, { model })
  const body = { ...(isObject(value) ? value : {}), model, max_tokens: maxTokens, stream: true }
  const events = await openStream(() => client.post('/v1/messages', { body, signal, stream: true }), api, signal)
  const onEvent = (event: JsonObject) => tell(event, onDelta)
  return readStream(events, { api, protocol: anthropicStream, onEvent, signal })
}

function tell({ type, delta, content_block: block }: JsonObject, onDelta: (delta: Delta) => void): void {
  if (type === 'content_block_start' && isObject(block) && block.type === 'tool_use')
    onDelta({ kind: 'tool-call', name: String(block.name) })
  if (type !== 'content_block_delta' || !isObject(delta)) return
  if (typeof delta.text === 'string') onDelta({ kind: 'text', text: delta.text })
  if (typeof delta.thinking === 'string') onDelta({ kind: 'thinking', text: delta.thinking })
}

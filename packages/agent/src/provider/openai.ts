import { isObject, type JsonObject } from '@palimpsest/core/json'
import { fillTurns, joinUsers } from '@palimpsest/core/message'
import { codecs, type Reply, repeatable, type StreamProtocol } from '@palimpsest/core/wire'
import type OpenAI from 'openai'
import type { ProviderOptions } from './anthropic.ts'
import { openAiClient, reportedWindow } from './openai-client.ts'
import type { Delta, ModelCall, Provider } from './provider.ts'
import { openStream, readStream } from './read-stream.ts'
import { type Wire, withIdleTimeout } from './with-idle-timeout.ts'
import { writtenHours } from './written-hours.ts'

/** In what OpenAI's two APIs differ. */
export interface OpenAiApi {
  readonly api: 'openai-chat' | 'openai-responses'
  readonly path: string
  readonly protocol: StreamProtocol
  /** The fields of a request besides its prompt. */
  settings(asked: ModelCall): JsonObject
  /** Shows the user what an event of the stream brings. */
  tell(event: JsonObject, onDelta: (delta: Delta) => void): void
}

/** Models behind one of OpenAI's APIs. */
export function createOpenAi({ apiKey, baseUrl, name, patience }: ProviderOptions, of: OpenAiApi): Provider {
  const { api } = of
  const client = openAiClient({ apiKey, ...(baseUrl !== undefined && { baseUrl }) })
  return {
    api,
    format: api,
    route: baseUrl === undefined ? name : `${name} ${baseUrl}`,
    ask: (asked, onDelta, signal) =>
      withIdleTimeout({ api, patience, secret: apiKey }, signal, async (wire) => {
        const onEvent = (event: JsonObject) => of.tell(event, onDelta)
        return ask(await client(), { ...of, asked, onEvent }, wire)
      }),
    contextTokens: (model, signal) =>
      withIdleTimeout({ api }, signal, async (wire) => reportedWindow(await client(), model, wire.signal)),
  }
}

interface Asking extends OpenAiApi {
  readonly asked: ModelCall
  onEvent(event: JsonObject): void
}

async function ask(client: OpenAI, asking: Asking, wire: Wire): Promise<Reply> {
  const { signal, fetch } = wire
  const { api, path, protocol, asked, onEvent } = asking
  const { model, messages, tools } = asked
  const told = repeatable(messages, { format: api, model })
  const said = api === 'openai-chat' ? joinUsers(fillTurns(told)) : told
  // An empty list of tools is refused.
  const offered = tools.length > 0 && { tools }
  const { value } = codecs[api].encode({ messages: said, ...offered, model }, { model })
  const body = { ...(isObject(value) ? value : {}), model, stream: true, ...asking.settings(asked) }
  const post = () => client.withOptions({ fetch }).post(path, { body, signal, stream: true })
  const reply = await readStream(await openStream(post, wire), { api, protocol, onEvent, wire })
  return { ...reply, usage: writtenHours(reply.usage, messages) }
}

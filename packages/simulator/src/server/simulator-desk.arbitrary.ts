import Anthropic from '@anthropic-ai/sdk'
import { createCounter } from '@palimpsest/core/tokens'
import OpenAI from 'openai'
import { createSimulator, type Simulator, type SimulatorOptions } from './create-simulator.ts'

/** Tokens of a text. All bills below are sums of these and of the envelopes beside them. */
export const T = (text: string) => createCounter().part({ type: 'text', text })
/** Role and separators around a message, and what stands around a call, a result or a tool. */
export const envelope = 4
export const around = 10

/** Words of about this many tokens that begin with a name, so that no two texts are alike. */
export const words = (name: string, tokens: number) =>
  `${name}: ${'lorem ipsum dolor sit amet '.repeat(tokens / 5)}end.`

/** A text of exactly this many tokens. */
export function exactly(name: string, tokens: number): string {
  let said = words(name, tokens * 0.8)
  while (T(said) < tokens) said += ' a'
  return said
}

/** How a reply is asked for; every bill must be the same both ways. */
export type Way = 'whole' | 'streamed'
export const ways: readonly Way[] = ['whole', 'streamed']

/** What one call was billed, in Anthropic's own counts. */
export interface Bill {
  readonly read: number
  readonly write5m: number
  readonly write1h: number
  readonly plain: number
}
export const billed = (part: Partial<Bill>): Bill => ({ read: 0, write5m: 0, write1h: 0, plain: 0, ...part })

/** A simulator on a clock that stands still until it is told to go on, and the official clients. */
export interface SimulatorDesk extends Simulator {
  claude(key?: string): Anthropic
  openai(key?: string): OpenAI
  /** Sets the clock. */
  at(second: number): void
}

const quiet = { maxRetries: 0, logLevel: 'off' } as const

export async function createSimulatorDesk(options: SimulatorOptions = {}): Promise<SimulatorDesk> {
  let second = 0
  const simulator = await createSimulator({ now: () => second * 1000, ...options })
  const { url } = simulator
  return {
    ...simulator,
    claude: (key = 'key-one') => new Anthropic({ baseURL: url, apiKey: key, authToken: null, ...quiet }),
    openai: (key = 'key-one') => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, ...quiet }),
    at: (now) => {
      second = now
    },
  }
}

type Params = Anthropic.MessageCreateParamsNonStreaming

/** One call to Claude; what is not said is Sonnet 5 with a short reply. */
export async function askClaude(client: Anthropic, way: Way, params: Partial<Params> & Pick<Params, 'messages'>) {
  const body = { model: 'claude-sonnet-5', max_tokens: 100, ...params }
  return way === 'whole' ? client.messages.create(body) : client.messages.stream(body).finalMessage()
}

export function billOf({ usage }: Anthropic.Message): Bill {
  const { cache_creation: written } = usage
  return {
    read: usage.cache_read_input_tokens ?? -1,
    write5m: written?.ephemeral_5m_input_tokens ?? -1,
    write1h: written?.ephemeral_1h_input_tokens ?? -1,
    plain: usage.input_tokens,
  }
}

export const mark = (ttl?: '5m' | '1h') => ({ cache_control: { type: 'ephemeral' as const, ...(ttl && { ttl }) } })
export const text = (said: string, marked?: ReturnType<typeof mark>) => ({
  type: 'text' as const,
  text: said,
  ...marked,
})
export const user = (...content: Anthropic.ContentBlockParam[]) => ({ role: 'user' as const, content })
export const assistant = (...content: Anthropic.ContentBlockParam[]) => ({ role: 'assistant' as const, content })

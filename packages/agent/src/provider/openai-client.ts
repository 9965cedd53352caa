import type OpenAI from 'openai'
import type { ProviderOptions } from './anthropic.ts'
import { discoverWindow } from './discover-window.ts'
import { lazily } from './lazily.ts'
import { inquiryMs, quietly } from './read-stream.ts'

/** The client of both of OpenAI's APIs, made at its first use. */
export function openAiClient({ apiKey, baseUrl }: Pick<ProviderOptions, 'apiKey' | 'baseUrl'>): () => Promise<OpenAI> {
  return lazily(async () => {
    const { default: Sdk } = await import('openai')
    return new Sdk({ ...quietly, apiKey, ...(baseUrl !== undefined && { baseURL: baseUrl }) })
  })
}

/** The window of a model as its server reports it. */
export function reportedWindow(client: OpenAI, model: string, signal: AbortSignal): Promise<number | undefined> {
  const options = { signal, timeout: inquiryMs }
  return discoverWindow(client.baseURL, model, {
    get: (url) => client.get(url, options),
    post: (url, body) => client.post(url, { ...options, body }),
  })
}

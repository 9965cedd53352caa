import { isObject, type Json, type JsonObject, rest } from '../../json.ts'
import type { Breakpoint } from '../../message/message.ts'
import { readMarker, writeMarker } from '../marker.ts'
import { residueFor } from '../residue.ts'

const format = 'ai-sdk'

export const aiSdkResidue = residueFor(format)

/** Provider options that every format has a word for. */
export interface ProviderSaid {
  readonly breakpoint?: Breakpoint
  readonly signature?: string
  readonly redacted?: string
  readonly encrypted?: string
  readonly detail?: string
}

/** The place of each of them in `providerOptions`. */
const places = {
  signature: ['anthropic', 'signature'],
  redacted: ['anthropic', 'redactedData'],
  encrypted: ['openai', 'reasoningEncryptedContent'],
  detail: ['openai', 'imageDetail'],
} as const

type Word = keyof typeof places

/** Reads the words wanted out of a part's `providerOptions`, and returns the part without them. */
export function readOptions(
  block: JsonObject,
  wanted: readonly Word[],
): { readonly said: ProviderSaid; readonly others: JsonObject } {
  const options = block.providerOptions
  if (!isObject(options)) return { said: {}, others: block }
  const words = wanted.flatMap((word) => {
    const [provider, key] = places[word]
    const inside = options[provider]
    const value = isObject(inside) ? inside[key] : undefined
    return typeof value === 'string' ? [{ word, provider, key: key as string, value }] : []
  })
  const breakpoint = isObject(options.anthropic) ? readMarker(options.anthropic.cacheControl) : undefined
  const taken = [...words, ...(breakpoint ? [{ provider: 'anthropic', key: 'cacheControl' }] : [])]
  if (taken.length === 0) return { said: {}, others: block }
  const left = taken.reduce((kept, { provider, key }) => without(kept, provider, key), options)
  const said = {
    ...(breakpoint && { breakpoint }),
    ...Object.fromEntries(words.map(({ word, value }) => [word, value])),
  }
  const { providerOptions: _, ...others } = block
  return { said, others: Object.keys(left).length === 0 ? others : { ...others, providerOptions: left } }
}

function without(options: JsonObject, provider: string, key: string): JsonObject {
  const inside = isObject(options[provider]) ? rest(options[provider], [key]) : undefined
  const { [provider]: _, ...others } = options
  return inside === undefined ? others : { ...others, [provider]: inside }
}

/** Puts them back, into any options that are already there. */
export function writeOptions(block: JsonObject, said: ProviderSaid): JsonObject {
  const entries = (Object.keys(places) as readonly Word[]).flatMap((word) => {
    const value = said[word]
    return value === undefined ? [] : [[...places[word], value] as const]
  })
  const marker = said.breakpoint ? [['anthropic', 'cacheControl', writeMarker(said.breakpoint)] as const] : []
  const all: readonly (readonly [string, string, Json])[] = [...entries, ...marker]
  if (all.length === 0) return block
  const before = isObject(block.providerOptions) ? block.providerOptions : {}
  const providers = new Set(all.map(([provider]) => provider))
  const written = [...providers].map((provider) => {
    const inside = isObject(before[provider]) ? before[provider] : {}
    return [
      provider,
      { ...inside, ...Object.fromEntries(all.flatMap(([p, key, value]) => (p === provider ? [[key, value]] : []))) },
    ]
  })
  return { ...block, providerOptions: { ...before, ...Object.fromEntries(written) } }
}

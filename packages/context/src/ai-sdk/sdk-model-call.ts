/** The parameters of one call of a model, as far as they concern us. The AI SDK has types of its own for each version. */
export interface SdkModelCall {
  readonly prompt: readonly unknown[]
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  readonly abortSignal?: AbortSignal | undefined
}

/** What a model generated in one call. */
export interface Generated {
  readonly content: readonly unknown[]
  readonly usage: object
}

/** What a model streams in one call. */
export interface Streamed {
  readonly stream: ReadableStream<unknown>
}

/** A model by its name. */
export interface NamedModel {
  readonly modelId: string
}

/** The conversation that a call names, and the call without it: the name is for us alone. */
export function takeName<P extends SdkModelCall>(call: P): { readonly call: P; readonly name: string | undefined } {
  const { palimpsest, ...others } = call.providerOptions ?? {}
  if (palimpsest === undefined) return { call, name: undefined }
  const { conversation } = palimpsest
  const providerOptions = Object.keys(others).length > 0 ? others : undefined
  return { call: { ...call, providerOptions }, name: nameOf(conversation) }
}

/** What names no conversation leaves it to the context. */
function nameOf(conversation: unknown): string | undefined {
  const name = typeof conversation === 'number' ? String(conversation) : conversation
  return typeof name === 'string' && name !== '' ? name : undefined
}

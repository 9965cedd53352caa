import type { Context } from '../context.ts'
import type { Prepared } from '../prepare/prepared.ts'
import type { WireReply } from '../wire/wire-body.ts'
import { readParts } from './read-parts.ts'
import { type Generated, type NamedModel, type SdkModelCall, type Streamed, takeName } from './sdk-model-call.ts'

/** The two ways of calling a model. */
interface CalledModel<P, G, S> extends NamedModel {
  doGenerate(params: P): PromiseLike<G>
  doStream(params: P): PromiseLike<S>
}

/** A middleware for `wrapLanguageModel`, by its shape: the AI SDK names the types differently in each version. */
export interface ContextMiddleware<Version extends 'v3' | 'v4' = 'v3' | 'v4'> {
  readonly specificationVersion: Version
  transformParams<P extends SdkModelCall, G extends Generated>(options: {
    readonly params: P
    readonly model: NamedModel & { doGenerate(params: P): PromiseLike<G> }
  }): Promise<P>
  wrapGenerate<P extends SdkModelCall, G extends Generated, S>(options: {
    readonly doGenerate: () => PromiseLike<G>
    readonly params: P
    readonly model: CalledModel<P, G, S>
  }): Promise<G>
  wrapStream<P extends SdkModelCall, G, S extends Streamed>(options: {
    readonly doStream: () => PromiseLike<S>
    readonly params: P
    readonly model: CalledModel<P, G, S>
  }): Promise<S>
}

/**
 * Context management as a middleware of a model. The conversation is the one of `providerOptions.palimpsest`, or the one that
 * the context names.
 */
export function contextMiddleware<Version extends 'v3' | 'v4' = 'v3'>(
  context: Context,
  version: Version = 'v3' as Version,
): ContextMiddleware<Version> {
  const sent = new WeakMap<SdkModelCall, Prepared<SdkModelCall>>()
  return {
    specificationVersion: version,
    transformParams: async ({ params, model }) => {
      const { call, name } = takeName(params)
      const id = name ?? context.identify({ format: 'ai-sdk', body: call })
      if (id === undefined) return call
      const prepared = await context.conversation(id).prepare(call, {
        format: 'ai-sdk',
        model: model.modelId,
        ask: (body, abortSignal) => askBeside(model, { ...(body as typeof call), abortSignal }),
        ...(call.abortSignal && { signal: call.abortSignal }),
      })
      const ready = { ...prepared.body }
      sent.set(ready, prepared)
      return ready
    },
    wrapGenerate: async ({ doGenerate, params, model }) => {
      const [result, prepared] = await untilAccepted(sent.get(params), doGenerate, (prompt) =>
        model.doGenerate({ ...params, prompt }),
      )
      await prepared?.observe({ content: result.content, usage: result.usage, ...modelOf(result) })
      return result
    },
    wrapStream: async ({ doStream, params, model }) => {
      const [result, prepared] = await untilAccepted(sent.get(params), doStream, (prompt) =>
        model.doStream({ ...params, prompt }),
      )
      if (prepared === undefined) return result
      return { ...result, stream: result.stream.pipeThrough(readParts((said) => prepared.observe(said))) }
    },
  }
}

/** Calls a model; where it refuses the length of a prompt, again with a shorter one. */
async function untilAccepted<R>(
  first: Prepared<SdkModelCall> | undefined,
  call: () => PromiseLike<R>,
  callWith: (prompt: SdkModelCall['prompt']) => PromiseLike<R>,
): Promise<readonly [R, Prepared<SdkModelCall> | undefined]> {
  let prepared = first
  for (let next = call; ; ) {
    try {
      return [await next(), prepared]
    } catch (refusal) {
      prepared = await prepared?.retry(refusal)
      if (prepared === undefined) throw refusal
      const { prompt } = prepared.body
      next = () => callWith(prompt)
    }
  }
}

/** A summary that ends early is none. */
async function askBeside<P, G extends Generated>(
  model: { doGenerate(params: P): PromiseLike<G> },
  params: P,
): Promise<WireReply> {
  const result = await model.doGenerate(params)
  const { finishReason } = result as { readonly finishReason?: string | { readonly unified?: string } }
  const reason = typeof finishReason === 'object' ? finishReason.unified : finishReason
  if (reason === 'length') throw new Error('The answer was cut off.')
  return { content: result.content, usage: result.usage }
}

function modelOf(result: object): { readonly model?: string } {
  const { modelId } = (result as { readonly response?: { readonly modelId?: string } }).response ?? {}
  return modelId === undefined ? {} : { model: modelId }
}

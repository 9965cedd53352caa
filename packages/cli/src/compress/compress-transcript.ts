import { type CompressResult, compress } from '@palimpsest/core'
import type { Budget } from '@palimpsest/core/budget'
import type { EnginePorts } from '@palimpsest/core/engine'
import type { Transcript } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'
import { createHookedEngine, type HookedEngine } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
import { enginePorts } from './engine-ports.ts'
import type { Summarizer } from './summarizer-for.ts'

export interface CompressOrder {
  readonly engine: string
  readonly budget: Budget
  readonly counter: Counter
  readonly summarizer: Summarizer
  readonly focus?: string
  /** The model that will read it, if it is not the one that wrote it. */
  readonly model?: string
  /** Compress although there is room. */
  readonly force: boolean
}

/** A transcript that was compressed, with the plugins that are still to be told of it. */
export type CompressedFile = CompressResult & { tellPlugins(): Promise<void> }

/** Compresses a transcript once, with the engine and the hooks that the settings name. */
export async function compressTranscript(
  transcript: Transcript,
  order: CompressOrder,
  io: Io,
): Promise<CompressedFile> {
  const { budget, counter, summarizer, focus, model, force } = order
  const host = { env: io.env, tell: (text: string) => io.err(`${text}\n`) }
  let hooked: HookedEngine | undefined
  const engine = async (ports: EnginePorts) => {
    hooked = await createHookedEngine(order.engine, ports, host)
    return hooked.engine
  }
  try {
    const result = await compress(transcript, {
      engine,
      window: budget,
      counter,
      force,
      summaryModels: summarizer.models,
      ports: enginePorts(io),
      hooks: {
        get mustSurvive() {
          return hooked?.hooks.mustSurvive
        },
      },
      signal: io.interrupted,
      ...(focus !== undefined && { focus }),
      ...(model !== undefined && { model }),
    })
    const tellPlugins = async () => {
      if (result.outcome === 'committed') await hooked?.done(result.receipt, io.interrupted)
    }
    return { ...withRemedy(result), tellPlugins }
  } finally {
    // A model that failed leaves its progress unfinished on the line.
    if (summarizer.wasAsked()) io.progress?.('')
  }
}

/** A person is told what to type. */
function withRemedy(result: CompressResult): CompressResult {
  if (result.outcome === 'committed' || result.reason !== 'below-threshold') return result
  return { ...result, detail: result.detail.replace(/\.$/, '; --force compresses it all the same.') }
}

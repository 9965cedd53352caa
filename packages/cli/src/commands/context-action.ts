import type { Format, Transcript } from '@palimpsest/core/message'
import { createCatalogue } from '@palimpsest/core/models'
import { type ContextMap, contextMap } from '@palimpsest/core/tokens'
import { counterFor } from '../compose.ts'
import { cleanHints } from '../context/clean-hints.ts'
import { contextReport } from '../context/context-report.ts'
import { nearestModelHint } from '../errors/nearest-model.ts'
import { type LoadOptions, loadTranscript } from '../files/load-transcript.ts'
import { tokenizers } from '../options/choices.ts'
import { coloursFor } from '../terminal/colours.ts'
import type { Io } from '../terminal/io.ts'
import { said } from '../terminal/said.ts'

export interface ContextOptions extends LoadOptions {
  readonly json?: boolean
  readonly model?: string
  readonly contextLength?: number
  readonly tokenizer?: string
  readonly largest?: number
}

/** `palimpsest context FILE`: what fills the window. */
export async function contextAction(file: string, options: ContextOptions, io: Io): Promise<void> {
  const { format, transcript } = await loadTranscript(file, options, io)
  await showContext({ file, format, transcript }, options, io)
}

export interface ContextShown {
  readonly file: string
  readonly format?: Format
  readonly transcript: Transcript
}

/** Prints a transcript's context map, for people or as one JSON document. */
export async function showContext(
  { file, format, transcript }: ContextShown,
  options: ContextOptions,
  io: Io,
): Promise<void> {
  const counter = await counterFor(options.tokenizer ?? tokenizers[0])
  const map = cleanHints(contextMap(transcript, counter, options), transcript)
  const model = options.model ?? transcript.model
  const contextTokens = options.contextLength ?? windowOf(model, io)
  if (options.json) {
    io.out(`${JSON.stringify(asJson(map, { file, format, model, contextLength: contextTokens }), undefined, 2)}\n`)
    return
  }
  const title = [file, format, model && said(model, 80)].filter((piece) => piece !== undefined).join(' · ')
  io.out(
    contextReport(map, {
      title,
      ...(contextTokens && { contextTokens }),
      columns: io.columns,
      colours: coloursFor(io),
    }),
  )
}

/** Returns the window. An unknown model is reported: without one there is nothing to measure against. */
function windowOf(model: string | undefined, io: Io): number | undefined {
  if (model === undefined) return undefined
  const contextTokens = createCatalogue().find(model)?.contextTokens
  if (contextTokens === undefined)
    io.err(
      `The catalogue does not know the model ${said(model, 80)}: give its window with --context-length.${nearestModelHint(model)}\n`,
    )
  return contextTokens
}

function asJson(
  map: ContextMap,
  about: { readonly file: string; readonly format?: string; readonly model?: string; readonly contextLength?: number },
) {
  const { messages, tokens, shares, tools, largest } = map
  return { ...about, messages, tokens, shares, tools, largest }
}

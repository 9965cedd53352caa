import { createCatalogue } from '@palimpsest/core/models'
import { countNoun } from '../terminal/count-noun.ts'
import { oneLine } from '../terminal/width.ts'
import { type DoctorCheck, ok, warn } from './doctor-check.ts'

/** A model that is to be spoken with. */
export interface CheckedModel {
  readonly name: string
  readonly provider: string
  readonly base_url: string | null
  readonly context_length?: number | null
}

/** Checks that something is known about a model; an unknown one can be used anyway. */
export function checkModel(name: string, model: CheckedModel): DoctorCheck {
  const info = createCatalogue().find(model.name)
  const shown = oneLine(model.name)
  if (info === undefined)
    return warn(
      name,
      `${shown} is not in the catalogue: its price is not known`,
      'Check the spelling, if it should be.',
    )
  if (isElsewhere(model, info.provider))
    return warn(
      name,
      `${shown} is made by ${info.provider}, but asked for at ${model.provider}`,
      'Set model.provider to where it is, or model.name to one that is there.',
    )
  if (info.prices === undefined) return ok(name, `${shown}, known, without a price`)
  return ok(name, info.id === model.name ? `${shown}, known` : `${shown}, known as ${info.id}`)
}

/** Makers serve only their own models; nobody knows what is behind another address. */
function isElsewhere({ provider, base_url }: CheckedModel, maker: string): boolean {
  const own = provider.startsWith('openai') ? 'openai' : provider
  return base_url === null && (own === 'anthropic' || own === 'openai') && own !== maker
}

/** Other sources that may know the size of a window. */
export interface WindowSources {
  askServer(): Promise<number | undefined>
  /** Returns what the provider stated when it refused a prompt, while this size was believed. */
  learned(believedTokens: number): Promise<number | undefined>
}

/** The window is what settings say, then the catalogue, then the server; else it is assumed. A refusal may have corrected it. */
export async function checkWindow(model: CheckedModel, sources: WindowSources): Promise<DoctorCheck> {
  const { tokens, by } = await believedWindow(model, sources)
  const learned = await sources.learned(tokens)
  if (learned !== undefined && learned < tokens)
    return warn(
      'window',
      `${size(learned)} are used, as the provider stated, not ${size(tokens)} ${by}`,
      'Say it: palimpsest config set model.context_length TOKENS. A number that is new counts over what was stated.',
    )
  if (by !== assumed) return ok('window', `${size(tokens)}, ${by}`)
  return warn(
    'window',
    `nobody tells how large it is: ${size(tokens)} are assumed`,
    'Say it: palimpsest config set model.context_length TOKENS',
  )
}

const assumed = 'as assumed'
/** The window an agent assumes when nobody knows it. */
const assumedTokens = 128_000

async function believedWindow({ name, context_length }: CheckedModel, { askServer }: WindowSources) {
  if (typeof context_length === 'number') return { tokens: context_length, by: 'by model.context_length' }
  const known = createCatalogue().find(name)?.contextTokens
  if (known !== undefined) return { tokens: known, by: 'by the catalogue' }
  const told = await askServer()
  return told === undefined ? { tokens: assumedTokens, by: assumed } : { tokens: told, by: 'by the server' }
}

function size(tokens: number): string {
  return countNoun(tokens, 'token')
}

import { createCatalogue } from '@palimpsest/core'
import { count } from '../terminal/count.ts'
import { printable } from '../terminal/width.ts'
import { type Check, ok, warn } from './check.ts'

/** A model that is to be spoken with. */
export interface CheckedModel {
  readonly name: string
  readonly provider: string
  readonly base_url: string | null
  readonly context_length?: number | null
}

/** Whether anything is known about a model; one that is unknown can be used all the same. */
export function checkModel(name: string, model: CheckedModel): Check {
  const info = createCatalogue().find(model.name)
  const shown = printable(model.name)
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

/** Makers serve their own models only; what stands behind another address nobody knows. */
function isElsewhere({ provider, base_url }: CheckedModel, maker: string): boolean {
  const own = provider.startsWith('openai') ? 'openai' : provider
  return base_url === null && (own === 'anthropic' || own === 'openai') && own !== maker
}

/** The window is what settings say, then the catalogue, then the server; else it is assumed. */
export async function checkWindow(
  { name, context_length }: CheckedModel,
  askServer: () => Promise<number | undefined>,
): Promise<Check> {
  const tokens = (value: number) => count(value, 'token')
  if (typeof context_length === 'number') return ok('window', `${tokens(context_length)}, by model.context_length`)
  const known = createCatalogue().find(name)?.contextTokens
  if (known !== undefined) return ok('window', `${tokens(known)}, by the catalogue`)
  const told = await askServer()
  if (told !== undefined) return ok('window', `${tokens(told)}, by the server`)
  return warn(
    'window',
    'nobody tells how large it is: 128,000 tokens are assumed',
    'Say it: palimpsest config set model.context_length TOKENS',
  )
}

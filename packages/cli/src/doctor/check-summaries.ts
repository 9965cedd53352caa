import type { DoctorParts } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
import { fit, printable } from '../terminal/width.ts'
import { type Check, ok, warn } from './check.ts'

type Loaded = Extract<ReturnType<DoctorParts['readConfigFile']>, { readonly kind: 'loaded' }>

/** Who writes summaries. Whoever cannot is stood in for by the model itself, so that nothing fails for it. */
export function checkSummaries(
  { provider, model, command }: Loaded['config']['auxiliary']['compression'],
  io: Io,
  { keyNames }: Pick<DoctorParts, 'keyNames'>,
): Check {
  const name = 'summaries'
  if (provider === 'command') return ok(name, `by a program: ${fit(command ?? '', 50).trimEnd()}`)
  if (provider === 'auto' || provider === 'main')
    return ok(name, model === null ? 'by the model itself' : `by ${printable(model)}, reached as the model is`)
  const variable = keyNames[provider]
  if (provider !== 'custom' && !io.env[variable]?.trim())
    return warn(
      name,
      `${variable} is not set: the model itself will write them`,
      `Set it, or say so: palimpsest config set auxiliary.compression.provider main`,
    )
  return ok(name, `by ${printable(model ?? 'a model of the same name')} at ${provider}`)
}

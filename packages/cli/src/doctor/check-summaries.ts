import type { DoctorParts } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
import { fitColumns, oneLine } from '../terminal/width.ts'
import { type DoctorCheck, ok, warn } from './doctor-check.ts'

type Summaries = Parameters<DoctorParts['summariesWith']>[0]
type Wanted = Parameters<DoctorParts['summariesWith']>[1]

/** Reports who writes summaries. The model itself fills in for an unavailable author, so nothing fails for it. */
export function checkSummaries(
  configured: Summaries,
  wanted: Wanted,
  { summariesWith, env }: Pick<DoctorParts, 'summariesWith'> & Pick<Io, 'env'>,
): DoctorCheck {
  const name = 'summaries'
  const { config, notices } = summariesWith(configured, wanted, env)
  const { provider, model, command } = config
  const [notice] = notices
  if (notice !== undefined)
    return warn(name, oneLine(notice), 'Or say so: palimpsest config set auxiliary.compression.provider main')
  if (provider === 'command') return ok(name, `by a program: ${fitColumns(command ?? '', 50).trimEnd()}`)
  if (provider === 'auto' || provider === 'main')
    return ok(name, model === null ? 'by the model itself' : `by ${oneLine(model)}, reached as the model is`)
  return ok(name, `by ${oneLine(model ?? 'a model of the same name')} at ${provider}`)
}

import type { DoctorParts } from '../compose.ts'
import { type DoctorCheck, fail, ok } from './doctor-check.ts'

type OpenEngine = DoctorParts['openEngine']

/** Checks that the configured engine can be created and that every listed plugin loads. */
export async function checkConfiguredEngine(
  name: string,
  sources: Parameters<OpenEngine>[1],
  { openEngine, trialPorts }: Pick<DoctorParts, 'openEngine' | 'trialPorts'>,
): Promise<DoctorCheck> {
  const opened = await openEngine(name, sources, trialPorts)
  if (opened.kind === 'refused') return fail('engine', opened.problem.message, opened.problem.remedy)
  const { listed } = sources
  const plugins = listed.length === 0 ? '' : `; plugins: ${listed.join(', ')}`
  return ok('engine', `${name}, ${opened.value.from === 'built-in' ? 'built in' : opened.value.where}${plugins}`)
}

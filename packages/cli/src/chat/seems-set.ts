import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { homeFolder } from '../home/location.ts'
import type { Io } from '../terminal/io.ts'

/**
 * Returns true when a model and a key seem to be configured. Reading all settings takes longer than a prompt may
 * take to appear, so if they seem to be there the prompt comes first; first-time users only see what is missing.
 */
export function seemsSet(given: { readonly model?: string; readonly provider?: string }, io: Io): boolean {
  const { env } = io
  if (existsSync(join(homeFolder(io), 'config.yaml'))) return true
  const hasModel = given.model !== undefined || Boolean(env.PALIMPSEST__MODEL__NAME)
  const hasKey = Object.entries(env).some(([name, value]) => name.endsWith('_API_KEY') && value)
  return hasModel && (hasKey || given.provider === 'custom')
}

import { readFileSync } from 'node:fs'
import { isSecretVariable } from '@palimpsest/core/secret-variable'
import type { Io } from '../terminal/io.ts'
import { type DoctorCheck, ok, warn } from './doctor-check.ts'

/** Checks that commands, which are given no keys, cannot read them from this process either. */
export function checkEnvironment({ env }: Pick<Io, 'env'>): DoctorCheck {
  const secret = Object.entries(env).filter(([name, value = '']) => isSecretVariable(name, value))
  if (secret.length === 0) return ok('environment', 'no variable looks like a secret')
  const seen = secret.filter(([name, value]) => isShown(name, value ?? '')).map(([name]) => name)
  if (seen.length === 0) return ok('environment', 'commands are handed no keys, and cannot read ours in /proc')
  return warn(
    'environment',
    `commands are handed no keys, but can look for ${seen.join(', ')} in this process: the system does not let it hide them`,
    'Approve commands with care, or run Palimpsest in a container; see docs/keys.md.',
  )
}

/** Only Linux shows what others could see; elsewhere a process has no means to hide it. */
function isShown(name: string, value: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readFileSync('/proc/self/environ', 'utf8').split('\0').includes(`${name}=${value}`)
  } catch {
    // What we may not read, our commands may not read either.
    return false
  }
}

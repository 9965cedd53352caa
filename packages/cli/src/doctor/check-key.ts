import { withoutKey } from '../errors/setup-error.ts'
import { type DoctorCheck, fail, ok, warn } from './doctor-check.ts'

export interface KeyQuestion {
  /** The name of the line. */
  readonly name: string
  readonly provider: string
  /** The variable that holds the key. Its value is never shown. */
  readonly variable: string
  readonly value: string | undefined
}

/** Checks that there is a key. A self-hosted server may need none. */
export function checkKey({ name, provider, variable, value }: KeyQuestion): DoctorCheck {
  if (!value?.trim())
    return provider === 'custom'
      ? ok(name, `${variable} is not set; a server of your own may need none`)
      : fail(name, `${variable} is not set`, `Set it: export ${variable}=… ${withoutKey}`)
  return /^[!-~]+$/.test(value)
    ? ok(name, `${variable} is set`)
    : warn(
        name,
        `${variable} holds blanks or other characters that no key has`,
        'Copy the key again, without blanks and quotes.',
      )
}

/** The subject of a check and its state. Anything not as it should be comes with a remedy. */
export type DoctorCheck =
  | { readonly name: string; readonly state: 'ok'; readonly message: string }
  | { readonly name: string; readonly state: 'warn' | 'fail'; readonly message: string; readonly remedy: string }

export function ok(name: string, message: string): DoctorCheck {
  return { name, state: 'ok', message }
}

/** It works, but not as well as it could, or not for long. */
export function warn(name: string, message: string, remedy: string): DoctorCheck {
  return { name, state: 'warn', message, remedy }
}

/** Something will not work until it is put right. */
export function fail(name: string, message: string, remedy: string): DoctorCheck {
  return { name, state: 'fail', message, remedy }
}

/** The code of a system error, e.g. `EACCES`; its message where it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

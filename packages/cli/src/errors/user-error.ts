/** Failed, bad usage or input, interrupted. */
type ExitCode = 1 | 2 | 130

/** Something the user can put right: shown as it is, without a stack. */
export class UserError extends Error {
  readonly exitCode: ExitCode
  readonly remedy: string | undefined

  constructor(message: string, options: { readonly remedy?: string; readonly exitCode?: ExitCode } = {}) {
    super(message)
    this.name = 'UserError'
    this.exitCode = options.exitCode ?? 2
    this.remedy = options.remedy
  }
}

/** The user wanted to stop, and it was stopped in good order. */
export function interruption(remedy: string): UserError {
  return new UserError('interrupted', { remedy, exitCode: 130 })
}

/** Something the user can put right: shown as it is, without a stack. */
export class UserError extends Error {
  readonly exitCode: 1 | 2
  readonly remedy: string | undefined

  constructor(message: string, options: { readonly remedy?: string; readonly exitCode?: 1 | 2 } = {}) {
    super(message)
    this.name = 'UserError'
    this.exitCode = options.exitCode ?? 2
    this.remedy = options.remedy
  }
}

/** The reason a plugin cannot be used, worded so that the reader can fix it. */
export interface PluginProblem {
  readonly kind:
    | 'bad-name'
    | 'missing'
    | 'no-entry'
    | 'in-workspace'
    | 'import-failed'
    | 'wrong-shape'
    | 'wrong-contract'
    | 'create-failed'
  readonly message: string
  readonly remedy: string
}

/** Something that was asked of a plugin, or why it could not be had. */
export type PluginResult<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'refused'; readonly problem: PluginProblem }

export function found<T>(value: T): PluginResult<T> {
  return { kind: 'found', value }
}

export function pluginRefused(kind: PluginProblem['kind'], message: string, remedy: string): PluginResult<never> {
  return { kind: 'refused', problem: { kind, message, remedy } }
}

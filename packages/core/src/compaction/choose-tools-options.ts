export interface ChooseToolsOptions {
  /** While all schemas together are smaller than this, none is left out. @default 10_000 */
  readonly findAboveTokens?: number
}

export const chooseToolsDefaults = { findAboveTokens: 10_000 } as const satisfies Required<ChooseToolsOptions>

export interface ContextMapOptions {
  /** How many of the largest items are listed. @default 10 */
  readonly largest?: number
}

export const contextMapDefaults = { largest: 10 } as const satisfies Required<ContextMapOptions>

export interface ContextMapOptions {
  /** Number of largest items to list. @default 10 */
  readonly largest?: number
}

export const contextMapDefaults = { largest: 10 } as const satisfies Required<ContextMapOptions>

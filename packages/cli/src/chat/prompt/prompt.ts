/** What stands around the prompt. */
export interface Prompt {
  readonly status: string
  readonly warning?: string | undefined
}

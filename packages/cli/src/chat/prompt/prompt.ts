/** The text shown around the prompt. */
export interface Prompt {
  readonly status: string
  readonly warning?: string | undefined
}

/** A file of the workspace that instructs the assistant how to work there. */
export interface ContextFile {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string
  readonly text: string
  /** A note for the assistant on what the text lacks. */
  readonly note?: string
}

/** The names that tools of this kind look for, in the order they are shown. */
export const contextFileNames: readonly string[] = [
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
  '.github/copilot-instructions.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
]

/** A file of the workspace that tells the assistant how to work there. */
export interface ContextFile {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string
  readonly text: string
  /** What is missing from the text, for the assistant. */
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

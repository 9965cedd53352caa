/** The facts that a line in place of a cleared result still shows. */
export interface ClearedLine {
  readonly exitCode: number | undefined
  readonly failed: boolean
  /** The failure that it quotes. */
  readonly line: string | undefined
  /** Names and addresses of the result. */
  readonly notables: string
}

/** Longer texts are no such line. */
const mostChars = 600
const noted =
  /^\[(?:Old tool output cleared to save context space\] \([^)\n]+\)|Same output as [^\]\n]+, which is newer\])$/
const described =
  /^\[[^\]\n]+\] .{0,600} -> (?:(?:exit (-?\d+)|(failed)), )?\d+ (?:lines|characters)(?:, "(.{0,600})")? \([^)\n]+\)(?:: (.*))?$/

/**
 * Reads a line of ours in place of a result, which only a file shows as if a tool had said it; `undefined` if it
 * is none. It names the tool that was called, so that a line which a tool found elsewhere says nothing about its
 * own call.
 */
export function clearedLine(text: string, tool: string | undefined): ClearedLine | undefined {
  if (!text.startsWith('[') || text.length > mostChars || text.includes('\n')) return undefined
  if (noted.test(text)) return { exitCode: undefined, failed: false, line: undefined, notables: '' }
  if (tool === undefined || !text.startsWith(`[${tool}] `)) return undefined
  const [found, code, failed, line, notables = ''] = described.exec(text) ?? []
  if (found === undefined) return undefined
  const exitCode = code === undefined ? undefined : Number(code)
  return { exitCode, failed: failed !== undefined || (exitCode ?? 0) !== 0, line, notables }
}

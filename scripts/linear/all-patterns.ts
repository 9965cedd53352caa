import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A pattern of the sources, and a file that it comes from. */
export interface SourcePattern {
  readonly file: string
  readonly pattern: RegExp
}

/** A module of the sources, with all that it exports. */
export interface SourceModule {
  readonly file: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Loads modules, and tells which patterns were made of pieces meanwhile: only then is known what became of them. */
export async function loadRecording(
  root: string,
  files: readonly string[],
  afterwards: (modules: readonly SourceModule[]) => void,
): Promise<readonly SourcePattern[]> {
  const patterns: SourcePattern[] = []
  const Native = globalThis.RegExp
  const recorded = (pattern: RegExp): RegExp => {
    const file = callerIn(join(root, 'packages'))
    if (file !== undefined) patterns.push({ file, pattern })
    return pattern
  }
  globalThis.RegExp = new Proxy(Native, {
    construct: (target, args) => recorded(Reflect.construct(target, args)),
    apply: (target, self, args) => recorded(Reflect.apply(target, self, args)),
  })
  try {
    const modules: SourceModule[] = []
    for (const file of files) modules.push({ file, exports: await import(join(root, file)) })
    afterwards(modules)
  } finally {
    globalThis.RegExp = Native
  }
  return patterns
}

/** The patterns that stand in a file as they are. */
export function literalPatterns(root: string, file: string): readonly SourcePattern[] {
  const patterns: SourcePattern[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } }
    if (regex) patterns.push({ file, pattern: new RegExp(regex.pattern, regex.flags) })
    for (const child of Object.values(node)) look(child)
  }
  look(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return patterns
}

/** The file of ours that called, if one did: packages that we use make patterns too. Not mapped to lines, which is slow. */
function callerIn(folder: string): string | undefined {
  const prepare = Error.prepareStackTrace
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '')
  const files = new Error('where').stack as unknown as readonly string[]
  Error.prepareStackTrace = prepare
  const file = files[3]?.replace('file://', '')
  return file?.startsWith(folder) === true && !file.includes('node_modules') ? file.slice(folder.length + 1) : undefined
}

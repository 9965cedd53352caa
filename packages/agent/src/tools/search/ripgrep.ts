import { spawn } from 'node:child_process'
import { withoutSecrets } from '@palimpsest/core/redact'
import { isInFolder, shownFrom, type ToolPath } from '../locate-path.ts'

export interface RipgrepRun {
  readonly place: ToolPath
  readonly options: readonly string[]
  /** Receives each line; `false` ends the run, because enough was seen. */
  onLine(line: string): boolean
}

/** The end of a ripgrep run. `isPartial`: it was stopped, by us or by its time. */
export interface RipgrepEnd {
  readonly exitCode: number | undefined
  readonly errors: string
  readonly isPartial: boolean
}

/** A search over everything on a disk should end some day. */
const timeoutMs = 60_000
const mostErrorChars = 2_000

/** Hidden files are searched, what git ignores is not, and nobody's own settings change that. */
const always = ['--no-config', '--hidden', '--no-require-git', '--color=never']

/** Comes last: of matching globs, the last one counts. */
const noGit = '--glob=!.git'

/** These count after all other globs, and regardless of the case of a name. */
function leftOut({ root, offLimits = [] }: ToolPath): readonly string[] {
  return offLimits
    .filter((path) => isInFolder(root, path))
    .map((path) => `--iglob=!/${shownFrom(root, path).replace(/[[\]{}*?\\]/g, '[$&]')}`)
}

/** Runs ripgrep on a place, from its root, and hands over its lines as they come. */
export async function ripgrep({ place, options, onLine }: RipgrepRun, signal: AbortSignal): Promise<RipgrepEnd> {
  const stop = new AbortController()
  const until = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(timeoutMs)])
  const child = spawn(
    await binary(),
    [...always, ...options, noGit, ...leftOut(place), '--', shownFrom(place.root, place.path)],
    {
      cwd: place.root,
      env: withoutSecrets(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: until,
      killSignal: 'SIGKILL',
    },
  )
  const ended = new Promise<number | undefined>((resolve, reject) => {
    child.once('error', (error) => (until.aborted ? undefined : reject(error)))
    child.once('close', (code) => resolve(code ?? undefined))
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < mostErrorChars) errors += text
  })
  child.stdout.setEncoding('utf8').on(
    'data',
    byLine((line) => {
      if (!until.aborted && !onLine(line)) stop.abort()
    }),
  )
  const exitCode = await ended
  signal.throwIfAborted()
  return { exitCode, errors: errors.slice(0, mostErrorChars).trim(), isPartial: until.aborted }
}

/** Only a line feed ends a line: names and code may hold what else is called a line break. */
function byLine(onLine: (line: string) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}

/** Every file that git does not ignore, as named from the place's root. */
export async function eachFile(
  place: ToolPath,
  options: readonly string[],
  onFile: (path: string) => boolean,
  signal: AbortSignal,
): Promise<RipgrepEnd> {
  return ripgrep({ place, options: ['--files', ...options], onLine: (line) => onFile(plainPath(line)) }, signal)
}

/** Ripgrep names files from where it started, on Windows with backslashes. */
export function plainPath(path: string): string {
  const slashed = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  return slashed.startsWith('./') ? slashed.slice(2) : slashed
}

/** Loaded when first needed: the package looks for its binary while it loads, and some platforms have none. */
async function binary(): Promise<string> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch {
    return 'rg'
  }
}

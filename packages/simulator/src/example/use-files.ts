import type { JsonObject } from '@palimpsest/core/json'
import type { Use } from './scene.ts'
import type { StoryHit, World } from './world.ts'

const readLimit = 400
/** Lines of code shown around a change, as diffs show them. */
const contextLines = 2

/** Reads a file as it is now, with line numbers; a file that is not there is an error like on a real disk. */
export function useReadFile(world: World, path: string, from = 1, limit = readLimit): Use {
  const whole = from === 1 && limit === readLimit
  const asked = { name: 'read_file', arguments: whole ? { path } : { path, offset: from, limit } }
  const text = world.read(path)
  if (text === undefined) return failed(asked, `ENOENT: no such file or directory, open '/srv/harbor/${path}'`)
  const lines = text.trimEnd().split('\n')
  const shown = lines.slice(from - 1, from - 1 + limit).map((line, i) => `${String(from + i).padStart(5)}\t${line}`)
  const more = lines.length - (from - 1 + shown.length)
  return done(asked, more > 0 ? `${shown.join('\n')}\n… ${more} more lines` : shown.join('\n'))
}

/** Writes a whole file. */
export function useWriteFile(world: World, path: string, text: string): Use {
  const fresh = world.read(path) === undefined
  world.write(path, text)
  const lines = text.trimEnd().split('\n').length
  const size = `${lines} lines, ${text.length} bytes`
  return done(
    { name: 'write_file', arguments: { path, content: text } },
    `${fresh ? 'Created' : 'Wrote'} ${path} (${size}).`,
  )
}

/** Replaces a text in a file; a text that is not there is an error, as the tool is strict. */
export function usePatch(world: World, path: string, old: string, fresh: string): Use {
  const asked = { name: 'patch', arguments: { path, old_text: old, new_text: fresh } }
  const line = world.lineOf(path, old)
  if (world.patch(path, old, fresh)) return done(asked, `Patched ${path}:\n${hunk(world, path, { line, old, fresh })}`)
  return failed(
    asked,
    `old_text not found in ${path}. The file may have changed since you read it; read it again and copy the text exactly.`,
  )
}

/** Searches the whole tree, as ripgrep would. */
export function useSearchFiles(world: World, pattern: string, under = '', limit = 60): Use {
  const found = world.search(pattern, under)
  const asked = { name: 'search_files', arguments: { pattern, path: under === '' ? '.' : under, max_results: limit } }
  if (found.length === 0) return done(asked, `No matches for "${pattern}".`)
  const files = new Set(found.map(({ path }) => path)).size
  const left = found.length > limit ? `\n… ${found.length - limit} more matches left out` : ''
  return done(asked, `${found.length} matches in ${files} files\n${found.slice(0, limit).map(line).join('\n')}${left}`)
}

/** Lists the files below a folder with their sizes. */
export function useListFiles(world: World, under: string): Use {
  const asked = { name: 'list_files', arguments: { path: under === '' ? '.' : under, recursive: true } }
  const paths = world.paths(under)
  if (paths.length === 0) return failed(asked, `ENOENT: no such file or directory, scandir '/srv/harbor/${under}'`)
  return done(asked, paths.map((path) => `${String(world.read(path)?.length ?? 0).padStart(7)}  ${path}`).join('\n'))
}

type Asked = Pick<Use, 'name'> & { readonly arguments: JsonObject }

function done(asked: Asked, text: string): Use {
  return { ...asked, result: [{ type: 'text', text }] }
}

function failed(asked: Asked, text: string): Use {
  return { ...done(asked, text), failed: true }
}

function line(hit: StoryHit): string {
  return `${hit.path}:${hit.line}: ${hit.text}`
}

function hunk(
  world: World,
  path: string,
  change: { readonly line: number; readonly old: string; readonly fresh: string },
): string {
  const old = change.old.split('\n')
  const fresh = change.fresh.split('\n')
  const lines = world.read(path)?.split('\n') ?? []
  const start = Math.max(0, change.line - 1 - contextLines)
  const end = change.line - 1 + fresh.length
  return [
    `@@ -${start + 1},${old.length + 2 * contextLines} +${start + 1},${fresh.length + 2 * contextLines} @@`,
    ...lines.slice(start, change.line - 1).map((text) => ` ${text}`),
    ...old.map((text) => `-${text}`),
    ...fresh.map((text) => `+${text}`),
    ...lines.slice(end, end + contextLines).map((text) => ` ${text}`),
  ].join('\n')
}

/** True if two model names mean one model: routes and dates of release do not count. */
function isSameModel(a: string, b: string): boolean {
  return bare(a) === bare(b)
}

/** The author, when it is known to be another model than the one that will read. */
export function foreignAuthor(author: string | undefined, reader: string | undefined): string | undefined {
  return author === undefined || reader === undefined || isSameModel(author, reader) ? undefined : author
}

const bare = (name: string) =>
  name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/-(\d{8}|latest)$/, '')
    .replaceAll('.', '-')

/** A Claude model's family and version, e.g. `opus` 4.08 for Opus 4.8; `undefined` for other models. */
export interface ClaudeModel {
  readonly family: string
  /** Major plus minor hundredths, so that versions compare as numbers. */
  readonly version: number
}

const familyFirst = /(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/
const versionFirst = /claude-(\d)(?:[-.](\d))?-(opus|sonnet|haiku)/

export function readClaudeModel(name: string): ClaudeModel | undefined {
  const late = familyFirst.exec(name)
  if (late) return { family: late[1] ?? '', version: version(late[2], late[3]) }
  const early = versionFirst.exec(name)
  return early ? { family: early[3] ?? '', version: version(early[1], early[2]) } : undefined
}

const version = (major = '0', minor = '0') => Number(major) + Number(minor) / 100

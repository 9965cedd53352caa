/** The slash commands that a gateway knows by name; what they do is the agent's. */
export const slashNames: ReadonlySet<string> = new Set([
  'compress',
  'undo',
  'usage',
  'insights',
  'context',
  'new',
  'resume',
  'sessions',
  'search',
  'receipt',
  'model',
  'memory',
  'help',
])

/** A slash command as it was typed. */
export interface SlashLine {
  /** Without the slash, in lower case. */
  readonly name: string
  /** The whole command, without the name of a bot that some platforms add. */
  readonly text: string
}

/** Recognises a slash command; `undefined` when the text is a message. `/usr/bin` and `/ hello` are messages. */
export function readSlashLine(text: string): SlashLine | undefined {
  const line = text.trim()
  const [head = ''] = line.split(/\s/, 1)
  const [word = ''] = head.split('@', 1)
  const name = word.slice(1).toLowerCase()
  if (!word.startsWith('/') || !slashNames.has(name)) return undefined
  return { name, text: `/${name}${line.slice(head.length)}` }
}

/** Commands that do more when they run twice. */
const onceOnly: ReadonlySet<string> = new Set(['undo', 'resume'])

/** True when a command whose first run was cut short may be run again. */
export function isRepeatable({ name }: SlashLine): boolean {
  return !onceOnly.has(name)
}

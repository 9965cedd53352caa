/** How grave a log says that a line is. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

const timestamps = [
  /\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/,
  /\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?/,
  /[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d/,
  /^[IWEF]\d{4} \d\d:\d\d:\d\d(?:\.\d{1,9})?/,
  /^\[? {0,8}\d{1,10}\.\d{3,9}\]?(?= )/,
  /^\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?/,
]

/** Timestamps stand near the beginning, after the name of a host or a container at most. */
const timestampChars = 80
const levelChars = 160

/** The timestamp of a log line, as it is written. */
export function timestampOf(line: string): string | undefined {
  const start = line.slice(0, timestampChars)
  if (!/\d/.test(start)) return undefined
  for (const pattern of timestamps) {
    const found = pattern.exec(start)
    if (found !== null) return found[0]
  }
  return undefined
}

const loud = /\b(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|SEVERE|FATAL|CRIT(?:ICAL)?|PANIC|EMERG|ALERT)\b/
const quiet =
  /(?:\blevel"?[=:] ?"?|[[<(]|^|[|:] )(trace|debug|info|notice|warn(?:ing)?|err(?:or)?|severe|fatal|crit(?:ical)?|panic)(?=["\])>:]| )/i
const failing =
  /\b(?:[A-Z]\w{0,60}(?:Error|Exception)|Traceback|Caused by|FAILED|FAIL)(?=[:\s]|$)|^panic: |\berror(?:\[\w{1,10}\])?: |" 5\d\d /
const klog: Readonly<Record<string, LogLevel>> = { I: 'info', W: 'warn', E: 'error', F: 'fatal' }

/** The level of a log line: as it says, or by words that only failures have. */
export function levelOf(line: string): LogLevel | undefined {
  const start = line.slice(0, levelChars)
  const word = loud.exec(start)?.[1] ?? quiet.exec(start)?.[1]
  if (word !== undefined) return levelOfWord(word.toLowerCase())
  if (/^[IWEF]\d{4} \d\d:/.test(start)) return klog[start[0] ?? '']
  return failing.test(start) ? 'error' : undefined
}

function levelOfWord(word: string): LogLevel {
  if (word === 'trace' || word === 'debug') return word
  if (word === 'info' || word === 'notice') return 'info'
  if (word.startsWith('warn')) return 'warn'
  return word.startsWith('err') || word === 'severe' ? 'error' : 'fatal'
}

/** Whether a level calls for somebody to look. */
export function isGrave(level: LogLevel | undefined): boolean {
  return level === 'fatal' || level === 'error' || level === 'warn'
}

/** A stack trace and the like: indented, and without a time of its own. */
export function isContinued(line: string): boolean {
  return line === '' || line.startsWith(' ') || line.startsWith('\t') || line.startsWith('}')
}

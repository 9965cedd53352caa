import { isPlaceholder } from '../placeholder.ts'
import { pattern, type Rule } from '../rule.ts'

const isReal = (secret: string): boolean => !isPlaceholder(secret) && !/^\d{1,6}$/.test(secret)
/** Words of a command may stand in a list: `["curl", "-u", "…"]`. */
const before = '[\\s"\']'
const between = '[\\s"\'\\\\,=]{0,8}'
const gap = '(?:\\s|\\\\[nt]){1,8}'

/** Credentials on command lines and in the files that command-line programs read. */
export const commandRules: readonly Rule[] = [
  pattern(
    'curl-user',
    ['curl', 'http'],
    `(?:curl|https?)\\b[^\\n]{0,200}?${before}(?:-u|--user)${between}[^\\s:"'$<\\\\]{1,100}:(?<secret>[^\\s"'$<\\\\]{3,})`,
    { accept: isReal },
  ),
  pattern(
    'mysql-password',
    ['mysql', 'mariadb'],
    `(?:mysql|mariadb)[a-z]{0,8}\\b[^\\n|;&]{0,160}?${before}-p["'\\\\]{0,3}(?<secret>[^\\s"'$\\\\-][^\\s"'\\\\]{3,})`,
    { accept: isReal },
  ),
  pattern('sshpass-password', ['sshpass'], `sshpass${between}-p${between}(?<secret>[^\\s"'$\\\\,]{3,})`, {
    accept: isReal,
  }),
  pattern(
    'redis-password',
    ['redis-cli'],
    `redis-cli\\b[^\\n]{0,100}?${before}(?:-a|--pass)(?=[\\s"'\\\\=])${between}(?<secret>[^\\s"'$\\\\]{4,})`,
    { accept: isReal },
  ),
  pattern(
    'redis-password',
    ['requirepass', 'masterauth'],
    '(?:requirepass|masterauth)[ \\t]{1,4}["\']?(?<secret>[^\\s"\'$\\\\<]{4,})',
    { accept: isReal },
  ),
  pattern(
    'openssl-password',
    ['-pass pass:', '-passin pass:', '-passout pass:'],
    '-pass(?:in|out)? pass:(?<secret>[^\\s"\'$\\\\]{3,})',
    { accept: isReal },
  ),
  pattern(
    'netrc-password',
    ['machine', 'default'],
    `(?:machine${gap}[^\\s\\\\]{1,200}|default)${gap}login${gap}[^\\s\\\\]{1,200}${gap}password${gap}(?<secret>[^\\s\\\\"']{2,})`,
    { accept: isReal },
  ),
]

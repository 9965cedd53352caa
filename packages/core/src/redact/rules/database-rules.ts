import { pattern, type Rule } from '../scan/rule.ts'
import { looksRandom } from '../values/looks-random.ts'
import { isInstruction, isPlaceholder } from '../values/placeholder.ts'

const isReal = (secret: string): boolean =>
  !isPlaceholder(secret) && !/^(?:password|pass|pwd|secret|token)$/i.test(secret) && !/^\d{1,5}[/?#]/.test(secret)

/** A token in the place of a user name: longer than a name, or with digits in it. */
const isLogin = (secret: string): boolean => {
  if (isInstruction(secret)) return false
  if (/user|name|deploy|admin|bot|service/i.test(secret)) return looksRandom(secret)
  return secret.length >= 20 || /\d{4}|\d[a-zA-Z]+\d/.test(secret)
}

/** Fields that appear beside a password in a connection string of words. */
const fields = 'host|hostaddr|user|dbname|port|sslmode|connect_timeout|application_name'
const said = (group: string): string => `(?<${group}>[^\\s"'$<>{}%,;()\\\\]{3,80})`

/** Credentials inside addresses and connection strings. */
export const databaseRules: readonly Rule[] = [
  pattern(
    'url-password',
    ['://'],
    '://(?<also>[0-9a-f]{32}(?=:))?[^\\s/?#@:"\'`<>[\\]\\\\]{0,200}:(?<secret>[^\\s/"\'`<>\\\\]{1,400})@(?!sha256:)(?=[^\\s])',
    {
      accept: isReal,
    },
  ),
  pattern(
    'url-password',
    ['://'],
    `(?<=(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|rediss|amqps?|mssql|sqlserver|clickhouse|cockroachdb)(?:\\+[a-z0-9]{1,12})?)://[^\\s/?#@:"'\`<>[\\]\\\\]{0,100}:(?<secret>[^\\s"'\`<>\\\\]{1,120})@(?=[A-Za-z0-9.-]{1,100}(?::\\d{1,5})?(?:[/?,"'\\s]|$))`,
    { accept: isReal },
  ),
  pattern('url-token', ['://'], '://(?<secret>[A-Za-z0-9_-]{12,200})@(?=[A-Za-z0-9])', { accept: isLogin }),
  pattern(
    'oracle-password',
    ['jdbc:oracle'],
    'jdbc:oracle:[a-z]{2,6}:[^\\s/@"\']{1,100}/(?<secret>[^\\s@"\']{1,200})@',
    { accept: isReal },
  ),
  pattern(
    'sql-password',
    ['with password', 'encrypted password', 'identified by', 'set password'],
    '(?:(?:with|encrypted|set) password|identified by)(?: =| to)?\\s{1,4}\\\\{0,15}["\'](?<secret>[^\\s"\'\\\\]{3,200})\\\\{0,15}["\']',
    // Names are quoted behind such words as well.
    { accept: (secret) => isReal(secret) && /[\d!@#$%^&*]/.test(secret), anyCase: true },
  ),
  pattern(
    'dsn-password',
    ['@tcp(', '@unix('],
    '(?<=[^\\s:/@"\'`]{1,60}:(?<secret>[^\\s:/@"\'`\\\\]{1,100}))@(?:tcp|unix)\\(',
    { accept: isReal },
  ),
  pattern(
    'dsn-password',
    ['password='],
    `(?<![A-Za-z0-9_])password=(?:${said('secret')}(?=\\s(?:${fields})=)|(?<=(?:${fields})=[^\\s"']{1,80}\\spassword=)${said('bare')})`,
    { accept: isReal },
  ),
  pattern(
    'pgpass',
    [':543', ':6432:', '*:*:*:'],
    '(?::(?:543\\d|6432):[^\\s:]{1,100}|\\*:\\*:\\*):[^\\s:]{1,100}:(?<secret>[^\\s:"\'\\\\]{4,200})',
    { accept: isReal },
  ),
  pattern('password-hash', ['$2a$', '$2b$', '$2y$'], '\\$2[aby]\\$\\d\\d\\$(?<secret>[./A-Za-z0-9]{53})'),
  pattern('password-hash', ['$argon2'], '\\$argon2(?:id|i|d)\\$[a-z0-9=,$]{3,60}\\$(?<secret>[A-Za-z0-9+/$]{20,})'),
  pattern(
    'password-hash',
    ['$6$', '$5$', '$y$', '$apr1$'],
    '\\$(?:[56y]|apr1)\\$(?:rounds=\\d{1,9}\\$)?(?<secret>[./A-Za-z0-9$]{22,})',
  ),
]

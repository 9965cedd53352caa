import { pattern, type Rule } from '../scan/rule.ts'
import { isWordy } from '../values/is-secret-value.ts'
import { isInstruction } from '../values/placeholder.ts'

const isReal = (secret: string): boolean =>
  !isInstruction(secret) && !/^(?:\d{1,6}$|\/\/|password$|passwd$|pass$|<|\[)/i.test(secret)

/** A key in place of the user, with no password behind it. */
const isUserKey = (secret: string): boolean => isReal(secret) && /\d/.test(secret) && !isWordy(secret)

/** Words of a command may be in a list: `["curl", "-u", "…"]`. */
const before = '[\\s"\']'
const between = '[\\s"\'\\\\,=]{0,8}'
const gap = '(?:\\s|\\\\[nt]){1,8}'
/** The text of a command up to one of its flags. */
const rest = '[^\\n|;&]{0,160}?'
/** A word, or several in quotes. */
const given = (least: number): string =>
  `(?:(?<=["'])(?<secret>[^"'\\n\\\\$]{${least},80})(?=["'])|(?<bare>[^\\s"'$\\\\,;|&<-][^\\s"'\\\\;|&]{${least - 1},}))`

function onLine(id: string, commands: readonly string[], flags: string): Rule {
  const names = commands.map((name) => name.replace('-', '\\-')).join('|')
  return pattern(id, commands, `(?<![A-Za-z0-9_/.-])(?:${names})\\b${rest}${before}(?:${flags})${given(4)}`, {
    accept: isReal,
  })
}

/** A flag and its value behind a blank or an equals sign. */
const flag = (names: string): string => `(?:${names})(?=[ \\t"'\\\\=,])[ \\t"'\\\\,=]{0,8}`

/** Credentials on command lines and in the files that command-line programs read. */
export const commandRules: readonly Rule[] = [
  pattern(
    'curl-user',
    ['curl', 'http'],
    `(?:curl|https?)\\b[^\\n]{0,200}?${before}(?:-u|-a|-U|--user|--auth|--proxy-user)${between}[^\\s:"'$<\\\\]{0,100}["']?:["']?(?<secret>[^\\s"'$<\\\\]{3,})`,
    { accept: isReal },
  ),
  pattern(
    'curl-user',
    ['curl', 'http'],
    `(?:curl|https?)\\b[^\\n]{0,200}?${before}(?:-u|-a|-U|--user|--auth|--proxy-user)${between}(?<secret>[^\\s:"'$<\\\\]{10,100}):["']?(?=\\s|$)`,
    { accept: isUserKey },
  ),
  pattern('ssh-passphrase', ['ssh-keygen'], `ssh-keygen\\b${rest}\\s-[NP]\\s{0,4}["']${given(3)}`, { accept: isReal }),
  pattern(
    'mysql-password',
    ['mysql', 'mariadb'],
    `(?:mysql|mariadb)[a-z-]{0,8}\\b[^\\n|;&]{0,160}?${before}-p["'\\\\]{0,3}${given(4)}`,
    { accept: isReal },
  ),
  onLine(
    'database-password',
    ['mongosh', 'mongodump', 'mongorestore', 'mongoexport', 'mongoimport', 'mongo', 'cqlsh', 'influx', 'arangosh'],
    flag('-p|-password'),
  ),
  onLine('database-password', ['sqlcmd', 'bcp', 'isql', 'tsql', 'mosquitto_pub', 'mosquitto_sub', 'osql'], flag('-P')),
  pattern(
    'oracle-password',
    ['sqlplus', 'expdp', 'impdp', 'sqlldr', 'rman target'],
    `(?:sqlplus|expdp|impdp|sqlldr|rman target)(?:\\s{1,4}-[A-Za-z]{1,8}){0,3}\\s{1,4}["']?[A-Za-z]\\w{0,40}/(?<secret>[^\\s@"'$/\\\\]{3,80})(?=[@\\s"']|$)`,
    { accept: isReal },
  ),
  pattern(
    'bundler-password',
    ['BUNDLE_'],
    `BUNDLE_[A-Z0-9_]{1,80}__[A-Z]{2,8}["']?[ \\t]{0,2}[:=][ \\t]{0,2}["']?[^\\s:"'/$]{1,80}:(?<secret>[^\\s"'$/;&\\\\]{4,})`,
    { accept: isReal },
  ),
  onLine('registry-password', ['docker login', 'podman login', 'helm registry login'], flag('-p')),
  onLine('login-password', ['az login', 'az acr login', 'oc login', 'cf login', 'ibmcloud login'], flag('-p')),
  onLine(
    'ldap-password',
    ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldapwhoami', 'ldappasswd'],
    flag('-w|-s'),
  ),
  onLine('archive-password', ['zip', 'unzip'], flag('-P')),
  pattern(
    'archive-password',
    ['7z x', '7z a', '7z e', 'rar x', 'rar a', 'rar e'],
    `(?:7z|rar) [a-z]\\b${rest}\\s-p(?<secret>[^\\s"'$-][^\\s"']{3,})`,
    {
      accept: isReal,
    },
  ),
  onLine(
    'keystore-password',
    ['keytool', 'jarsigner', 'apksigner'],
    flag('-storepass|-keypass|-srcstorepass|-deststorepass'),
  ),
  pattern(
    'keystore-password',
    ['eypass ', 'repass '],
    `(?<=-(?:k|sto))(?:ey|re)pass\\s{1,4}["']?(?<secret>[^\\s"'$<\\\\-][^\\s"'\\\\]{3,})`,
    {
      accept: isReal,
    },
  ),
  pattern(
    'openssl-password',
    ['openssl enc', 'openssl aes'],
    `openssl (?:enc|aes[\\w-]{0,20})\\b${rest}\\s-k\\s{1,4}["']?(?<secret>[^\\s"'$\\\\]{3,})`,
    {
      accept: isReal,
    },
  ),
  pattern(
    'htpasswd-password',
    ['htpasswd -'],
    `htpasswd(?=[^\\n]{0,30}\\s-[A-Za-z]{0,5}b)(?:\\s{1,4}-[A-Za-z]{1,6}){1,4}\\s{1,4}(?:(?<=-[A-Za-z]{0,5}n[A-Za-z]{0,5}\\s{1,4})|[^\\s"'-][^\\s"']{0,80}\\s{1,4})[^\\s"'-][^\\s"']{0,60}\\s{1,4}["']?(?<secret>[^\\s"'$<\\\\-][^\\s"'\\\\]{3,})`,
    { accept: isReal },
  ),
  pattern(
    'rabbitmq-password',
    ['rabbitmqctl'],
    `rabbitmqctl (?:add_user|change_password|authenticate_user)\\s{1,4}[^\\s"']{1,60}\\s{1,4}["']?(?<secret>[^\\s"'$<\\\\]{3,})`,
    {
      accept: isReal,
    },
  ),
  pattern(
    'piped-password',
    ['cho ', 'ntf '],
    `(?<=\\b(?:e|pri))(?:cho(?: -[ne]{1,2})?|ntf)\\s{1,4}["']?(?:[A-Za-z_][\\w-]{0,30}:(?=[^\\n]{0,80}chpasswd))?(?<secret>[^\\s"'$\`|:\\\\][^\\s"'$\`|\\\\]{3,80})["']?\\s{0,4}\\|\\s{0,4}(?:sudo -\\w{0,4}S|(?:sudo )?chpasswd|(?:docker|podman|helm registry) login|passwd --stdin|gh auth login|cryptsetup)`,
    {
      accept: isReal,
    },
  ),
  pattern(
    'windows-password',
    ['net user', 'cmdkey', 'xfreerdp', 'wfreerdp'],
    `(?:net user\\s{1,4}[^\\s/"']{1,60}\\s{1,4}|(?:cmdkey|[xw]freerdp)\\b${rest}\\s/p(?:ass)?:)["']?(?<secret>[^\\s"'$/*<%][^\\s"']{3,})`,
    {
      accept: isReal,
    },
  ),
  pattern(
    'smb-password',
    ['smbclient', 'rpcclient', 'smbmap'],
    `(?:smbclient|rpcclient|smbmap)\\b${rest}\\s-U\\s{0,4}["']?[^\\s%"']{1,60}%(?<secret>[^\\s"'$]{3,})`,
    {
      accept: isReal,
    },
  ),
  pattern(
    'ftp-password',
    ['lftp', 'ncftp'],
    `(?:lftp|ncftp\\w{0,4})\\b${rest}\\s-u\\s{1,4}["']?[^\\s,"']{1,60}(?:,|\\s{1,4}-p\\s{1,4})(?<secret>[^\\s"'$]{3,})`,
    {
      accept: isReal,
    },
  ),
  pattern(
    'kubectl-literal',
    ['--from-literal'],
    `--from-literal[= ]["']?[\\w.-]{1,80}=["']?(?<secret>[^\\s"'$<\\\\][^\\s"'\\\\]{2,})`,
    {
      accept: isReal,
    },
  ),
  pattern('sshpass-password', ['sshpass'], `sshpass${between}-p${between}${given(3)}`, {
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

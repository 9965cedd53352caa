import { pattern, type Rule } from '../scan/rule.ts'
import { looksRandom, unrest } from '../values/looks-random.ts'
import { isPlaceholder } from '../values/placeholder.ts'

const isBearer = (secret: string): boolean =>
  !isPlaceholder(secret) &&
  (looksRandom(secret) || (secret.length >= 8 && /\d/.test(secret) && /[A-Za-z]/.test(secret)))

/** In a header the place alone says that it is a credential, so a shorter or plainer one counts too. */
const isHeaderValue = (secret: string): boolean =>
  !isPlaceholder(secret) && (/\d/.test(secret) || secret.length >= 24 || unrest(secret) >= 0.2)

/** Random letters of both cases, not "Basic Authentication". */
const isBasic = (secret: string): boolean =>
  /[A-Z]/.test(secret) &&
  /[a-z]/.test(secret) &&
  unrest(secret.replace(/[^A-Za-z0-9]/g, '')) >= 0.25 &&
  !isPlaceholder(secret)

/** Credentials in HTTP headers. */
export const headerRules: readonly Rule[] = [
  pattern(
    'authorization-header',
    ['authorization'],
    'authorization["\'\\\\\\]*`]{0,6}[ \\t]{0,4}[:=,][ \\t]{0,4}["\'\\\\*`]{0,6}(?:bearer|basic|(?:[a-z]{1,20}[-_]){0,3}(?:token|key)|apikey|geniekey|digest|negotiate|bot|ssws|splunk)[ \\t]{1,4}(?<secret>(?:\\d{1,9}\\|)?[A-Za-z0-9._~+/=:%-]{6,})',
    { anyCase: true, accept: isHeaderValue },
  ),
  pattern(
    'digest-response',
    ['se='],
    `(?<=digest[ \\t][^\\n]{0,400}[ ,]respon)se=\\\\{0,3}["']?(?<secret>[0-9a-f]{32,64})(?![0-9a-f])`,
    { anyCase: true },
  ),
  pattern(
    'bearer-token',
    ['bearer'],
    '(?<![A-Za-z])bearer(?:[ \\t]{1,4}|%20|["\'\\\\]{1,3}[ \\t]{0,2}[,:][ \\t]{0,2}["\'\\\\]{1,3})(?<secret>(?:\\d{1,9}\\|)?[A-Za-z0-9._~+/=-]{8,})',
    {
      anyCase: true,
      accept: isBearer,
    },
  ),
  pattern(
    'basic-auth',
    ['basic '],
    '(?<![A-Za-z])basic[ \\t]{1,4}(?<secret>[A-Za-z0-9+/_-]{8,}={0,2})(?![A-Za-z0-9])',
    {
      anyCase: true,
      accept: isBasic,
    },
  ),
  pattern(
    'docker-auth',
    ['auth"', 'auth\\"'],
    '(?<=["_])auth\\\\{0,3}"\\s{0,3}:\\s{0,3}\\\\{0,3}"(?<secret>[A-Za-z0-9+/]{10,}={0,2})\\\\{0,3}"',
    { accept: isBasic },
  ),
  pattern('npmrc-auth', ['_auth=', '_auth ='], '_auth ?= ?"?(?<secret>[A-Za-z0-9+/]{8,}={0,2})', { accept: isBasic }),
  pattern('npmrc-token', ['_authToken'], '_authtoken["\\s]{0,3}=["\\s]{0,3}(?<secret>[^\\s"\'\\\\$]{8,})', {
    anyCase: true,
    accept: (secret) => !isPlaceholder(secret),
  }),
]

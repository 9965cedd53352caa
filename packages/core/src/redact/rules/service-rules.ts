import { end, lone, pattern, prefixed, type Rule, standalone, start } from '../scan/rule.ts'
import { isTokenBody } from '../values/is-token-body.ts'
import { looksRandom } from '../values/looks-random.ts'

const base64url = '[A-Za-z0-9_-]'
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Tokens of shops, social networks, project trackers and other services. */
export const serviceRules: readonly Rule[] = [
  prefixed('jsr-token', ['jsrt_', 'jsrp_'], `[A-Za-z0-9]{32}${end}`),
  prefixed('palimpsest-token', ['palimpsest_'], `${base64url}{43}${end}`),
  prefixed('matrix-token', ['syt_'], '[A-Za-z0-9+/=]{4,60}_[A-Za-z0-9]{20}_[A-Za-z0-9]{6}'),
  standalone('matrix-token', ['syt_'], isTokenBody),
  pattern('voyage-key', ['pa-'], `${lone}pa-${base64url}{43}(?![A-Za-z0-9_-])`, { accept: looksRandom }),
  prefixed('friendli-token', ['flp_'], '[A-Za-z0-9]{40,}'),
  prefixed('paddle-key', ['pdl_live_apikey_', 'pdl_sdbx_apikey_'], '[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}'),
  pattern('mollie-key', ['live_'], `${lone}live_[A-Za-z0-9]{30}${end}`, { accept: looksRandom }),
  pattern('adyen-key', ['AQE'], `${lone}AQE[A-Za-z0-9+/]{20,}={0,2}-[A-Za-z0-9+/]{40,}={0,2}-\\S{12,24}`, {
    exactCase: true,
  }),
  prefixed('duffel-token', ['duffel_live_', 'duffel_test_'], `${base64url}{43}`),
  prefixed('easypost-key', ['EZAK', 'EZTK'], `[A-Za-z0-9]{54}${end}`),
  prefixed('shippo-token', ['shippo_live_', 'shippo_test_'], '[a-fA-F0-9]{40}'),
  prefixed('honeycomb-key', ['hcaik_', 'hcbik_', 'hcxik_'], '[a-z0-9]{50,}'),
  prefixed('axiom-token', ['xaat-', 'xapt-'], uuid),
  prefixed('intercom-token', ['dG9rO'], '[A-Za-z0-9+/]{30,}={0,2}', { accept: looksRandom }),
  pattern('clickup-token', ['pk_'], `${lone}pk_\\d{6,10}_[A-Z0-9]{32}${end}`),
  pattern('okta-token', ['SSWS '], `SSWS (?<secret>00${base64url}{40})(?![A-Za-z0-9_-])`),
  pattern('twitter-token', ['AAAAAAAAAAAAAAAAAAAAA'], `${start}A{21}[A-Za-z0-9%]{60,}`, {
    exactCase: true,
    accept: looksRandom,
  }),
  pattern('twitch-token', ['oauth:'], `${start}oauth:(?<secret>[a-z0-9]{30})${end}`, {
    accept: (secret) => /\d/.test(secret),
  }),
  prefixed('linkedin-secret', ['WPL_AP1.'], '[A-Za-z0-9]{16}\\.[A-Za-z0-9+/]{6}={0,2}'),
  pattern('dropbox-token', ['sl.B', 'sl.u.'], `${lone}sl\\.${base64url}{120,}`, { accept: looksRandom }),
  pattern(
    'onepassword-key',
    ['A3-'],
    `${lone}A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}${end}`,
  ),
  pattern('adobe-secret', ['p8e-'], `${lone}p8e-[a-z0-9]{32}${end}`),
  pattern('octopus-key', ['API-'], `${lone}API-[A-Z0-9]{26}${end}`, { exactCase: true, accept: looksRandom }),
  pattern('frameio-token', ['fio-u-'], `${lone}fio-u-[A-Za-z0-9_=-]{60,}`),
  pattern('defined-key', ['dnkey-'], `${lone}dnkey-[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}`),
  pattern('scalingo-token', ['tk-us-'], `${lone}tk-us-${base64url}{48}`),
  pattern('settlemint-token', ['sm_pat_', 'sm_aat_', 'sm_sat_'], `${lone}sm_[aps]at_[A-Za-z0-9]{16}${end}`),
  pattern('maxmind-key', ['_mmk'], `${start}[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk${end}`, { back: 36 }),
  pattern('clickhouse-key', ['4b1d'], `${lone}4b1d[A-Za-z0-9]{38}${end}`, { accept: looksRandom }),
  standalone('live-key', ['ak_live_', 'ak_test_'], isTokenBody),
  prefixed('readme-key', ['rdme_'], `[a-z0-9]{70}${end}`),
  prefixed('onfido-token', ['api_live.', 'api_sandbox.'], '[A-Za-z0-9_-]{11,24}\\.[A-Za-z0-9_-]{32}'),
  prefixed('intra42-secret', ['s-s4t2ud-', 's-s4t2af-'], `[a-f0-9]{64}${end}`),
  pattern(
    'authress-key',
    ['.acc_', '.acc-'],
    `(?<=(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\\.[a-z0-9]{4,6})\\.acc[_-](?<secret>[a-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120})`,
  ),
  pattern('firebase-token', [':APA91b'], `(?<=${base64url}{11,40}):APA91b${base64url}{100,}`),
]

import { after, end, lone, pattern, prefixed, type Rule, start } from '../scan/rule.ts'
import { looksRandom } from '../values/looks-random.ts'

/** Keys of cloud platforms. */
export const cloudRules: readonly Rule[] = [
  pattern(
    'aws-access-key',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    `${start}(?<secret>A(?:KI|SI|BI|CC)A[A-Z0-9]{16})${end}(?:[^A-Za-z0-9+/\\n]{1,8}(?<also>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=]))?`,
  ),
  prefixed('aws-bedrock-key', ['ABSK'], '[A-Za-z0-9+/]{60,}={0,2}'),
  prefixed('aws-bedrock-key', ['bedrock-api-key-'], '[A-Za-z0-9+/=_-]{20,}'),
  prefixed('aws-marketplace-key', ['amzn.mws.'], '[0-9a-f-]{36}'),
  pattern('aws-signature', ['X-Amz-Signature='], '[Xx]-[Aa]mz-[Ss]ignature=(?<secret>[0-9a-f]{64})'),
  pattern('aws-signature', ['re='], '(?<=AWS4-HMAC[^\\n]{0,400}[ ,]Signatu)re=(?<secret>[0-9a-f]{64})(?![0-9a-f])'),
  prefixed('gcp-api-key', ['AIza'], '[A-Za-z0-9_-]{30,40}(?![A-Za-z0-9_-])'),
  prefixed('google-oauth-token', ['ya29.'], '[A-Za-z0-9_-]{20,}'),
  pattern('google-refresh-token', ['1//0'], `${lone}1//0[A-Za-z0-9_-]{30,}`),
  prefixed('google-client-secret', ['GOCSPX-'], '[A-Za-z0-9_-]{20,}'),
  pattern('gemini-key', ['AQ.Ab8'], `${start}AQ\\.Ab8[A-Za-z0-9_-]{30,}`),
  pattern(
    'azure-account-key',
    ['AccountKey'],
    'accountkey\\s{0,3}[=:]\\s{0,3}["\']?(?<secret>[A-Za-z0-9+/]{40,}={0,2})',
    {
      anyCase: true,
    },
  ),
  pattern('azure-shared-key', ['SharedAccessKey='], 'sharedaccesskey=(?<secret>[A-Za-z0-9+/]{20,}={0,2})', {
    anyCase: true,
  }),
  pattern('azure-sas', ['sig='], `${lone}sig=(?<secret>[A-Za-z0-9%+/_-]{30,}={0,2})`, { accept: looksRandom }),
  pattern(
    'azure-client-secret',
    Array.from('0123456789', (digit) => `${digit}Q~`),
    `${after('_~.\\-')}[A-Za-z0-9_~.-]{3}\\dQ~[A-Za-z0-9_~.-]{30,35}(?![A-Za-z0-9_~-])`,
    { back: 3 },
  ),
  pattern('azure-devops-token', ['AZDO'], `${start}[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}${end}`, { back: 76 }),
  pattern('azure-api-key', ['JQQJ99'], `${start}[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}${end}`, { back: 52 }),
  prefixed('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[A-Za-z0-9]{20,}'),
  prefixed('heroku-key', ['HRKU-'], '[A-Za-z0-9_-]{30,}'),
  prefixed('cloudflare-token', ['cfut_', 'cfat_', 'cfk_'], '[A-Za-z0-9_-]{40,}'),
  pattern('cloudflare-origin-key', ['v1.0-'], `${start}v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}`),
  prefixed('alibaba-key', ['LTAI'], `[A-Za-z0-9]{12,26}${end}`, { accept: looksRandom }),
  prefixed('tencent-key', ['AKID'], `[A-Za-z0-9]{13,48}${end}`, { accept: looksRandom }),
  prefixed('yandex-token', ['AQVN'], `[A-Za-z0-9_-]{35,38}(?![A-Za-z0-9_-])`, { accept: looksRandom }),
  prefixed('fly-token', ['fm2_', 'fm1r_', 'fm1a_', 'fo1_'], '[A-Za-z0-9+/=_-]{40,}'),
  pattern('fly-token', ['FlyV1 '], 'FlyV1 (?<secret>[A-Za-z0-9+/=_,-]{40,})'),
]

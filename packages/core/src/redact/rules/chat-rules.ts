import { after, end, lone, pattern, prefixed, type Rule, start } from '../scan/rule.ts'
import { isTokenBody } from '../values/is-token-body.ts'
import { looksRandom } from '../values/looks-random.ts'

/** First characters of a Discord bot token, but for their case: base64 of an id that starts with three digits. */
const discordStarts = ['Mt', 'Mj', 'Mz', 'Nd', 'Nt', 'Nj', 'Nz', 'Od', 'Ot'].flatMap((two) =>
  Array.from('aeimquycgk').flatMap((third) => Array.from('wxyz012345', (fourth) => two + third + fourth)),
)

/** Tokens of chat, mail and telephone services. */
export const chatRules: readonly Rule[] = [
  pattern('slack-token', ['xox'], 'xox[a-z]-[A-Za-z0-9-]{10,}|xoxe\\.xox[a-z]-[A-Za-z0-9-]{10,}', {
    accept: (secret) => /\d.{0,40}\d/.test(secret) || isTokenBody(secret),
  }),
  prefixed('slack-token', ['xapp-', 'xwfp-'], '[A-Za-z0-9-]{20,}', {
    accept: (secret) => /\d{6}/.test(secret) || isTokenBody(secret),
  }),
  pattern(
    'slack-webhook',
    ['hooks.slack.com'],
    'hooks\\.slack\\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/_-]{20,})',
  ),
  pattern('discord-webhook', ['/api/webhooks/'], '/api/webhooks/\\d{10,22}/(?<secret>[A-Za-z0-9_-]{30,})'),
  pattern(
    'discord-token',
    discordStarts,
    `${lone}[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])`,
    { exactCase: true },
  ),
  pattern(
    'telegram-token',
    [':AA', ':AB'],
    `(?<=(?<!\\d)\\d{6,12}):(?<secret>A[AB][A-Za-z0-9_-]{29,44})(?![A-Za-z0-9_-])`,
  ),
  pattern('teams-webhook', ['/webhookb2/'], '/webhookb2/(?<secret>[A-Za-z0-9@/_-]{40,})'),
  pattern('zapier-webhook', ['hooks.zapier.com'], 'hooks\\.zapier\\.com/hooks/catch/(?<secret>[A-Za-z0-9/]{10,})'),
  pattern(
    'twilio-key',
    ['AC', 'SK'].flatMap((two) => Array.from('0123456789abcdef', (third) => two + third)),
    `${start}(?:AC|SK)[0-9a-f]{32}${end}`,
    { exactCase: true },
  ),
  prefixed('sendgrid-key', ['SG.'], '[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{20,}'),
  pattern('mailgun-key', ['key-'], `${lone}key-[0-9a-f]{32}${end}`),
  pattern('mailchimp-key', ['-us'], `${start}[0-9a-f]{32}-us\\d{1,2}${end}`, { back: 32 }),
  prefixed('brevo-key', ['xkeysib-', 'xsmtpsib-'], '[a-f0-9]{60,}-[A-Za-z0-9]{10,}'),
  pattern('resend-key', ['re_'], `${lone}re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}`, { accept: looksRandom }),
  pattern('facebook-token', ['EAA'], `${after('+/_\\-')}EAA[A-Za-z0-9]{90,}(?![A-Za-z0-9+/=_-])`, {
    accept: looksRandom,
  }),
]

import { isObject } from '@palimpsest/core/json'
import type { DoctorParts } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
import { oneLine } from '../terminal/width.ts'
import { type AskedPlatform, askPlatform, type PlatformQuestion } from './ask-platform.ts'
import { type DoctorCheck, fail, ok, warn } from './doctor-check.ts'

type Loaded = Extract<ReturnType<DoctorParts['readConfigFile']>, { readonly kind: 'loaded' }>
export type GatewaySettings = Loaded['config']['gateway']

type PlatformName = 'telegram' | 'slack' | 'discord'

/** A chat platform as the gateway serves it. */
export interface Platform {
  readonly name: PlatformName
  /** The variables without which it is not served; the first one holds the key. */
  readonly needs: (settings: GatewaySettings) => readonly [string, ...string[]]
  /** All variables that show that it is wanted. */
  readonly variables: readonly string[]
  /** A question that costs nothing, and that a wrong key is refused. */
  readonly question: (key: string, env: Io['env']) => PlatformQuestion
}

/** The platforms that a gateway serves where their variables are set. */
export const platforms: readonly Platform[] = [
  {
    name: 'telegram',
    needs: ({ telegram: { mode } }) =>
      mode === 'webhook' ? ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_SECRET_TOKEN'] : ['TELEGRAM_BOT_TOKEN'],
    variables: ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_SECRET_TOKEN'],
    question: (key, { TELEGRAM_API_ROOT }) => ({
      base: TELEGRAM_API_ROOT || 'https://api.telegram.org',
      path: `/bot${key}/getMe`,
      headers: {},
    }),
  },
  {
    name: 'slack',
    needs: () => ['SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET'],
    variables: ['SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET'],
    question: (key, { SLACK_API_URL }) => ({
      base: SLACK_API_URL || 'https://slack.com/api',
      path: '/auth.test',
      headers: { authorization: `Bearer ${key}` },
    }),
  },
  {
    name: 'discord',
    needs: () => ['DISCORD_BOT_TOKEN'],
    variables: ['DISCORD_BOT_TOKEN'],
    question: (key) => ({
      base: 'https://discord.com/api/v10',
      path: '/users/@me',
      headers: { authorization: `Bot ${key}` },
    }),
  },
]

/** Checks a platform that somebody began to set up; nothing is said about the others. */
export async function checkPlatform(
  platform: Platform,
  settings: GatewaySettings,
  env: Io['env'],
): Promise<readonly DoctorCheck[]> {
  const { name, variables } = platform
  const { allow } = settings[name]
  const needs = platform.needs(settings)
  const missing = needs.filter((variable) => !env[variable]?.trim())
  if (variables.every((variable) => !env[variable]?.trim())) return allow.length === 0 ? [] : [unset(name, needs[0])]
  if (missing.length > 0) return [halfSet(name, missing)]
  const key = env[needs[0]] ?? ''
  const odd = needs.find((variable) => !/^[!-~]+$/.test(env[variable] ?? ''))
  if (odd !== undefined)
    return [fail(name, `${odd} holds blanks or other characters that no token has`, 'Copy it again, without blanks.')]
  return [judgePlatform(name, { allow, variable: needs[0] }, await askPlatform(platform.question(key, env)))]
}

function unset(name: PlatformName, variable: string): DoctorCheck {
  const message = `gateway.${name}.allow names somebody, but ${variable} is not set here`
  return warn(name, message, 'Set it where the gateway runs.')
}

function halfSet(name: PlatformName, missing: readonly string[]): DoctorCheck {
  const why =
    missing[0] === 'TELEGRAM_SECRET_TOKEN' ? 'every webhook is refused without it' : 'it is not served without it'
  return fail(name, `half set up: ${missing.join(' and ')} is missing, and ${why}`, `Set ${missing.join(' and ')}.`)
}

export interface PlatformSetup {
  readonly allow: readonly string[]
  /** The variable that holds the key. */
  readonly variable: string
}

/** Says what the answer of a platform and the list of who may speak mean. */
export function judgePlatform(name: PlatformName, setup: PlatformSetup, asked: AskedPlatform): DoctorCheck {
  if (asked.kind === 'silent')
    return fail(
      name,
      `${asked.base}: ${oneLine(asked.reason)}`,
      'Check the network, and whether a proxy or firewall stands between.',
    )
  const { status, body } = asked
  const isRefused = status === 401 || status === 403 || status === 404 || (isObject(body) && body.ok === false)
  if (isRefused && status < 500 && status !== 429)
    return fail(name, `${asked.base} refuses the key (${status})`, `Put a valid token into ${setup.variable}.`)
  if (status >= 300) return warn(name, `${asked.base} has trouble (${status})`, 'Try again later.')
  return checkAllowed(name, setup.allow)
}

function checkAllowed(name: PlatformName, allow: readonly string[]): DoctorCheck {
  const set = `palimpsest config set gateway.${name}.allow`
  if (allow.length === 0)
    return warn(
      name,
      `the key is valid, but nobody is answered: gateway.${name}.allow is empty`,
      `Name who may speak: ${set} 'ID,ID'`,
    )
  if (allow.includes('*'))
    return warn(
      name,
      'the key is valid, and whoever finds the bot is answered, at your cost',
      `Leave it if you want it so, or name who may speak: ${set} 'ID,ID'`,
    )
  return ok(name, `the key is valid, and ${allow.length} may speak`)
}

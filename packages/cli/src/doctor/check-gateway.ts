import type { GatewayStore } from '@palimpsest/core/store'
import { gatewayAccess, openStore, type StoredTokens } from '../compose.ts'
import { countNoun } from '../terminal/count-noun.ts'
import type { Io } from '../terminal/io.ts'
import { checkPlatform, type GatewaySettings, platforms } from './check-platform.ts'
import { type DoctorCheck, ok, warn } from './doctor-check.ts'

/** Checks what the gateway needs: who may use it, the platforms that it serves, and whether something waits for long. */
export async function checkGateway(
  settings: GatewaySettings,
  env: Io['env'],
  location: string,
): Promise<readonly DoctorCheck[]> {
  const [kept, ...served] = await Promise.all([
    readStore(location),
    ...platforms.map((platform) => checkPlatform(platform, settings, env)),
  ])
  return [checkTokens(kept?.tokens, env), ...served.flat(), ...(kept ? checkWaiting(kept) : [])]
}

interface KeptByStore {
  readonly tokens: StoredTokens
  readonly inbox: Backlog
  readonly outbox: Backlog
}

type Backlog = Awaited<ReturnType<GatewayStore['inbox']['backlog']>>

/** What the store knows; `undefined` where there is none, or it cannot be opened, which another check tells. */
async function readStore(location: string): Promise<KeptByStore | undefined> {
  const { createTokenBook } = await gatewayAccess()
  const store = await openStore(location, { existing: true }).catch(() => undefined)
  if (store === undefined) return undefined
  try {
    const [tokens, inbox, outbox] = await Promise.all([
      createTokenBook(store.state).read(),
      store.inbox.backlog(),
      store.outbox.backlog(),
    ])
    return { tokens, inbox, outbox }
  } catch {
    return undefined
  } finally {
    await store.end()
  }
}

/** Shorter ones can be guessed by who tries for long. */
const leastTokenChars = 20

function checkTokens(stored: StoredTokens | undefined, { PALIMPSEST_TOKEN: owner = '' }: Io['env']): DoctorCheck {
  const { tokens = [], isClosed = false } = stored ?? {}
  const others = tokens.length === 0 ? [] : [countNoun(tokens.length, 'token')]
  if (owner !== '' && owner.length < leastTokenChars)
    return warn(
      'gateway',
      `PALIMPSEST_TOKEN has only ${countNoun(owner.length, 'character')}`,
      'Take a random one: export PALIMPSEST_TOKEN=$(openssl rand -base64 32)',
    )
  const ways = [...(owner === '' ? [] : ['PALIMPSEST_TOKEN']), ...others]
  if (ways.length > 0) return ok('gateway', `HTTP is served to whoever has a token: ${ways.join(' and ')}`)
  if (!isClosed) return ok('gateway', 'HTTP is served to this machine only, without a token')
  return warn(
    'gateway',
    'HTTP is served to nobody: the last token was removed',
    'Make one: palimpsest gateway token add NAME. Or serve this machine without one: palimpsest gateway token open',
  )
}

/** An answer may take minutes; what waits for longer waits for somebody to look. */
const longMs = 10 * 60_000

function checkWaiting({ inbox, outbox }: KeptByStore): readonly DoctorCheck[] {
  const now = Date.now()
  const [message, piece] = [waitingText(inbox, now), waitingText(outbox, now)]
  const told: DoctorCheck[] = []
  if (message !== undefined)
    told.push(
      warn(
        'inbox',
        `messages that want an answer: ${message}`,
        'Start the gateway on this database; it answers them first.',
      ),
    )
  if (piece !== undefined)
    told.push(
      warn(
        'outbox',
        `pieces of answers to be delivered: ${piece}`,
        "Start the gateway with that platform's keys, and look at what it writes to standard error.",
      ),
    )
  return told
}

/** How many wait and since when; `undefined` while none waits for long. */
function waitingText({ waiting, oldestAt = Number.POSITIVE_INFINITY }: Backlog, now: number): string | undefined {
  const ageMs = now - oldestAt
  if (ageMs <= longMs) return undefined
  const minutes = Math.floor(ageMs / 60_000)
  const age = minutes < 120 ? countNoun(minutes, 'minute') : countNoun(Math.floor(minutes / 60), 'hour')
  return `${waiting} waiting, the oldest for ${age}`
}

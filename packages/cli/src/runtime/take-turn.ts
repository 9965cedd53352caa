import type { RuntimeEvent, RuntimeOutcome } from '../compose.ts'

/** The work was done under the lease, or somebody else holds it. */
type Leased<T> = { readonly kind: 'held'; readonly value: T } | { readonly kind: 'taken' }

/** The services a turn needs from its host. */
export interface TurnHost {
  /** Does work under the lease of the conversation's turn, unless somebody else holds it. */
  lease<T>(work: (lost: AbortSignal) => Promise<T>): Promise<Leased<T>>
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** The listener, and until when it listens. */
export interface Listening {
  onEvent(event: RuntimeEvent): void
  readonly signal: AbortSignal
}

/** The interval for checking whether the other process is done. */
const retryMs = 250

/** Lets one process at a time have its turn in a conversation: of two that spoke at once, one would answer the other's words. */
export async function takeTurn(
  host: TurnHost,
  { onEvent, signal }: Listening,
  turn: (signal: AbortSignal) => Promise<RuntimeOutcome>,
): Promise<RuntimeOutcome> {
  for (let tries = 0; !signal.aborted; tries++) {
    const leased = await leaseFor(host, { onEvent, signal }, turn)
    if (leased.kind === 'held') return leased.value
    const text = 'Another process is at work in this conversation. Waiting until it is done; Ctrl-C gives up.'
    if (tries === 0) onEvent({ kind: 'notice', text })
    await host.wait(retryMs, signal).catch(() => undefined)
  }
  return { kind: 'aborted' }
}

/** The longest wait without an explanation. */
const slowMs = 3_000

/** Leases the turn. If the store cannot even lend, the turn runs anyway, and itself reports what is wrong. */
async function leaseFor(
  { lease }: TurnHost,
  { onEvent, signal }: Listening,
  turn: (signal: AbortSignal) => Promise<RuntimeOutcome>,
): Promise<Leased<RuntimeOutcome>> {
  let hasBegun = false
  const text = 'The database is locked by another process. Waiting for it.'
  const slow = setTimeout(() => onEvent({ kind: 'notice', text }), slowMs)
  try {
    return await lease((lost) => {
      hasBegun = true
      clearTimeout(slow)
      return turn(AbortSignal.any([signal, lost]))
    })
  } catch (error) {
    if (hasBegun) throw error
    return { kind: 'held', value: await turn(signal) }
  } finally {
    clearTimeout(slow)
  }
}

import { isFailure } from '@palimpsest/core/errors'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type GatewayStore, type Lane, type Piece, sessionId } from '@palimpsest/core/store'
import fc from 'fast-check'

/** Leases last this long; time passes in steps, so that some run out as if their holder had crashed. */
const ttlMs = 1_000

/** A store, its clock, and all that it ever handed out: lanes that were lost and tries that are over are used again. */
interface GatewayWalk {
  readonly store: GatewayStore
  readonly clock: { now: number }
  readonly lanes: Lane[]
  readonly numbers: number[]
  readonly pieces: Piece[]
}

/** One thing that happens to a store of a gateway. */
export interface GatewayStep {
  readonly name: string
  act(walk: GatewayWalk): Promise<unknown>
}

function step<Values extends readonly unknown[]>(
  name: string,
  values: { readonly [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  act: (walk: GatewayWalk, values: Values) => Promise<unknown>,
): fc.Arbitrary<GatewayStep> {
  const given = fc.tuple(...(values as readonly fc.Arbitrary<unknown>[])) as unknown as fc.Arbitrary<Values>
  return given.map((each) => ({ name: `${name} ${JSON.stringify(each)}`, act: (walk) => act(walk, each) }))
}

const talk = fc.constantFrom('ann', 'ben', 'cay').map(conversationId)
const holder = fc.constantFrom('one', 'two')
const few = fc.nat({ max: 3 })
const any = fc.nat({ max: 99 })

/** Chooses among what was handed out, the newest most often. */
function pick<T>(items: readonly T[], n: number): T | undefined {
  return n < 60 ? items.at(-1) : items[n % Math.max(1, items.length)]
}

const put = step('put', [talk, fc.array(fc.nat({ max: 40 }), { maxLength: 3 })], ({ store, clock }, [to, sources]) =>
  store.inbox.put(
    sources.map((n) => ({
      entry: entryId(`${to}-${n}`),
      conversation: to,
      source: `${n}`,
      body: { n },
      at: clock.now,
    })),
  ),
)
const claim = step('claim', [holder, few], async ({ store, lanes }, [who, most]) => {
  const given = await store.inbox.claim(who, most, ttlMs)
  lanes.push(...given)
  return given
})
const take = step('take', [talk, holder], async ({ store, lanes }, [which, who]) => {
  const lane = await store.inbox.take(which, who, ttlMs)
  if (lane !== undefined) lanes.push(lane)
  return lane
})
const next = step('next', [any], async ({ store, lanes, numbers }, [n]) => {
  const lane = pick(lanes, n)
  const arrival = lane && (await store.inbox.next(lane))
  if (arrival === undefined) return undefined
  numbers.push(arrival.no)
  const { no: _, ...rest } = arrival
  return rest
})
const done = step('done', [any, any], async ({ store, lanes, numbers }, [n, m]) => {
  const [lane, no] = [pick(lanes, n), pick(numbers, m)]
  return lane && no !== undefined && store.inbox.done(lane, no)
})
const release = step('release', [any], async ({ store, lanes }, [n]) => {
  const lane = pick(lanes, n)
  return lane && store.inbox.release(lane)
})
const giveUp = step('yield', [any], async ({ store, lanes }, [n]) => {
  const lane = pick(lanes, n)
  return lane && store.inbox.yield(lane)
})
const renew = step('renew', [holder], async ({ store }, [who]) => {
  const lanes = await store.inbox.renew(who, ttlMs)
  return lanes.toSorted((a, b) => (a.conversation < b.conversation ? -1 : 1))
})
const wait = step('wait', [fc.constantFrom(1, 400, 1_500)], async ({ clock }, [ms]) => {
  clock.now += ms
})
const write = step('write', [any], async ({ store, lanes, clock }, [n]) => {
  const lane = pick(lanes, n)
  return lane && store.fenced(lane).state.set(lane.conversation, 'k', clock.now)
})
const remove = step('remove', [talk], ({ store }, [which]) => store.remove(which))
const add = step('add', [talk, fc.nat({ max: 40 }), fc.boolean(), any], async (walk, [which, n, isHeld, m]) => {
  const body = { key: `${n}`, conversation: which, channel: 'web', thread: `${n % 3}`, body: { n }, at: walk.clock.now }
  return walk.store.outbox.add([body], isHeld ? pick(walk.lanes, m) : undefined)
})
const deliver = step('deliver', [holder, few], async ({ store, pieces }, [who, most]) => {
  const given = await store.outbox.claim(['web'], who, most, ttlMs)
  pieces.push(...given)
  return given.map(({ no: _, ...rest }) => rest)
})
const began = step('began', [any, holder], async ({ store, pieces }, [n, who]) => {
  const piece = pick(pieces, n)
  return piece && store.outbox.began(piece, who, `begun ${n}`)
})
const sent = step('sent', [any, holder], async ({ store, pieces }, [n, who]) => {
  const piece = pick(pieces, n)
  return piece && store.outbox.sent(piece, who, `sent ${n}`)
})
const retry = fc.constantFrom(undefined, 0, 500)
const failed = step('failed', [any, holder, retry, fc.boolean()], async ({ store, pieces }, [n, who, ms, isUnsure]) => {
  const piece = pick(pieces, n)
  const failure = { reason: 'no', isUnsure, ...(ms !== undefined && { retryInMs: ms }) }
  return piece && store.outbox.failed(piece, who, failure)
})
const log = step('log', [talk, few], async ({ store, clock }, [which, count]) => {
  const events = Array.from({ length: count }, (_, i) => i)
  return [await store.events.append(which, events, clock.now), await store.events.after(which, 1, 9)]
})

/** Those that come several times are taken more often. */
export const gatewayStep: fc.Arbitrary<GatewayStep> = fc.oneof(
  ...[put, put, put, put, claim, claim, claim, take, next, next, next, done, done, done, release, release, giveUp],
  ...[renew, wait, wait, wait, write, write, remove, add, add, add, deliver, deliver, began, sent, sent, failed, log],
)

/** Takes the steps; returns what each answered, and what waits after it. */
export async function walkGateway(store: GatewayStore, clock: { now: number }, steps: readonly GatewayStep[]) {
  const walk: GatewayWalk = { store, clock, lanes: [], numbers: [], pieces: [] }
  for (const id of ['ann', 'ben', 'cay']) {
    await store.begin({ id: sessionId(`s-${id}`), conversation: conversationId(id), at: 1 })
  }
  const seen: unknown[] = []
  for (const { name, act } of steps) {
    const answer = await act(walk).catch((error: unknown) => {
      if (isFailure(error)) return error.code
      throw error
    })
    seen.push([name, answer, await store.inbox.backlog(), await store.outbox.backlog()])
  }
  return seen
}

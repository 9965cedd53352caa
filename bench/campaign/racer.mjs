/**
 * Appends to a conversation without pause, and whenever it is told to, compacts a session at the same moment as others
 * do. In every other round it asks for the lease first, as compactors should; the store has to hold without it too.
 */
import process from 'node:process'
import { withLease } from '@palimpsest/stores/lease'
import { openStore } from './open-store.mjs'

const [target, me] = process.argv.slice(2)
const store = await openStore(target)
const text = (said) => ({ role: 'user', parts: [{ type: 'text', text: said }] })
const isConflict = (error) => error?.code === 'store/conflict'
const acknowledged = []
let isOver = false

process.on('message', async ({ round, session }) => {
  if (round === undefined) isOver = true
  else process.send({ round, continuation: await compact(round, session) })
})
process.send({ ready: me })
for (let n = 0; !isOver; n++) await appendOne(`said-${me}-${n}`)
await store.end()
process.send({ acknowledged }, () => process.disconnect())

/** The loser of a race adopts the tip and tries again. */
async function appendOne(id) {
  for (;;) {
    const tip = await store.compressionTip('session-0')
    try {
      await store.append(tip.id, tip.nextSeq, [{ id, message: text(`words of ${me}`) }], Date.now())
      return acknowledged.push(id)
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
}

async function compact(round, session) {
  if (round % 2 === 0) return compactNow(round, session)
  const lease = { name: 'compact:conversation-1', holder: me, ttlMs: 5_000 }
  const outcome = await withLease(store.leases, lease, () => compactNow(round, session))
  return outcome.kind === 'held' ? outcome.value : undefined
}

/** The continuation, or nothing when another was faster. */
async function compactNow(round, session) {
  const ids = (await store.view(session)).map(({ id }) => id)
  const made = { kind: 'made', id: `summary-${me}-${round}`, message: text('summary'), standsFor: ids.slice(0, -3) }
  const view = [made, ...ids.slice(-3).map((id) => ({ kind: 'kept', id }))]
  const continuation = `session-${me}-${round}`
  try {
    await store.compact({ session, basedOnSeq: ids.length, continuation, view, at: Date.now() })
    return continuation
  } catch (error) {
    if (isConflict(error)) return undefined
    throw error
  }
}

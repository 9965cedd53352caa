/** Appends to a conversation and compacts it as fast as it can, beside others who do the same on the same file. */
import { writeFileSync } from 'node:fs'
import { withLease } from '@palimpsest/stores/lease'
import { createSqliteStore } from '@palimpsest/stores/sqlite'

const [path, me, wanted] = process.argv.slice(2)
const store = await createSqliteStore({ path })
const say = (line) => writeFileSync(1, `${JSON.stringify(line)}\n`)
const text = (said) => ({ role: 'user', parts: [{ type: 'text', text: said }] })
const isConflict = (error) => error?.code === 'store/conflict'
let minted = 0
const mint = (kind) => `${kind}-${me}-${minted++}`

for (let done = 0; done < Number(wanted); ) {
  await appendOne()
  if (await compactOnce()) done++
}
await store.end()

/** The loser of a race adopts the tip and tries again. */
async function appendOne() {
  const entry = { id: mint('said'), message: text(`words of ${me}`) }
  for (;;) {
    const tip = await store.compressionTip('session-0')
    try {
      await store.append(tip.id, tip.nextSeq, [entry], Date.now())
      return say({ acknowledged: entry.id })
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
}

async function compactOnce() {
  const lease = { name: 'compact:conversation-1', holder: me, ttlMs: 2_000 }
  const outcome = await withLease(store.leases, lease, async () => {
    const tip = await store.compressionTip('session-0')
    const ids = (await store.view(tip.id)).map(({ id }) => id)
    const made = { kind: 'made', id: mint('summary'), message: text('summary'), standsFor: ids.slice(0, -3) }
    const view = [made, ...ids.slice(-3).map((id) => ({ kind: 'kept', id }))]
    try {
      const continuation = mint('session')
      await store.compact({ session: tip.id, basedOnSeq: ids.length, continuation, view, at: Date.now() })
      say({ compacted: tip.id, continuation })
      return true
    } catch (error) {
      if (isConflict(error)) return false
      throw error
    }
  })
  return outcome.kind === 'held' && outcome.value
}

/**
 * Talks, compacts and undoes on one conversation until it is killed or done. Before each write it prints what the view
 * will be, after each what it is: whoever finds the body can tell what must be in the store.
 */
import { writeFileSync } from 'node:fs'
import { openStore } from './open-store.mjs'

const [target, rounds, tag] = process.argv.slice(2)
const { FAULT_ARMED } = process.env
const store = await openStore(target, { faulty: FAULT_ARMED !== undefined })
const say = (line) => writeFileSync(1, `${JSON.stringify(line)}\n`)
const text = (said) => ({ role: 'user', parts: [{ type: 'text', text: said }] })
const conversation = 'conversation-1'
const root = 'session-0'

await store.begin({ id: root, conversation, at: 1 })
if (FAULT_ARMED !== undefined) writeFileSync(FAULT_ARMED, '')
let minted = 0
const mint = (kind) => `${kind}-${tag}-${minted++}`

for (let round = 0; round < Number(rounds); round++) {
  await attempt(appendSome)
  await attempt(compactAll)
  await attempt(appendSome)
  if (round % 3 === 0) await attempt(undoLast)
}
say({ done: true })
await store.end()

/** A write that fails has not happened, and the next try finds things as they were; a server may need a while. */
async function attempt(write) {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      say({ failed: String(error) })
      if (tries === 100) throw error
      if (tries > 1) await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function tip() {
  const { id } = await store.compressionTip(root)
  const view = await store.view(id)
  return { session: await store.session(id), ids: view.map((message) => message.id) }
}

async function appendSome() {
  const { session, ids } = await tip()
  const entries = Array.from({ length: 3 }, () => ({
    id: mint('said'),
    message: text(`words ${minted}`),
    usage: { input: 1, output: 1 },
  }))
  const after = [...ids, ...entries.map(({ id }) => id)]
  say({ intent: after, said: entries.map(({ id }) => id) })
  await store.append(session.id, session.nextSeq, entries, 2 + minted)
  say({ state: after, acknowledged: entries.map(({ id }) => id) })
}

async function compactAll() {
  const { session, ids } = await tip()
  const made = { kind: 'made', id: mint('summary'), message: text('summary'), standsFor: ids.slice(0, -2) }
  const kept = ids.slice(-2)
  const after = [made.id, ...kept]
  say({ intent: after })
  const continuation = mint('session')
  const view = [made, ...kept.map((id) => ({ kind: 'kept', id }))]
  await store.compact({
    session: session.id,
    basedOnSeq: session.nextSeq,
    continuation,
    view,
    at: 2 + minted,
    receipt: { n: minted },
    ledger: { n: minted },
  })
  say({ state: after })
}

async function undoLast() {
  const { session, ids } = await tip()
  const parent = (await store.view(session.parent)).map((message) => message.id)
  const after = [...parent, ...ids.slice(session.bornWith)]
  say({ intent: after })
  await store.undo(session.id, 2 + minted)
  say({ state: after })
}

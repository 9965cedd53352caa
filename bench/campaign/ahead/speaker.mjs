/**
 * An agent on one conversation, in a process of its own: says what it is told, and tells how that ended. What it knows is
 * in the store alone, so that the next process goes on after it was killed.
 */
import process from 'node:process'
import { createRuntime } from '@palimpsest/cli'
import { openStore } from '../open-store.mjs'

const { target, conversation, env, settings, workspace } = JSON.parse(process.argv[2])
const store = await openStore(target)
const runtime = await createRuntime({ store, env, settings, workspace, conversation })

process.on('message', async ({ id, text }) => {
  if (id === undefined) return end()
  const message = { role: 'user', parts: [{ type: 'text', text }] }
  let isHeldUp = false
  const tell = (held) => {
    if (held === isHeldUp) return
    isHeldUp = held
    process.send({ heldUp: held, at: Date.now() })
  }
  // A compaction that is decided on holds the turn up, until the model says something.
  const onEvent = ({ kind }) => {
    if (kind === 'compressing' || kind === 'text') tell(kind === 'compressing')
  }
  const outcome = await runtime
    .turn({ message, entry: id }, onEvent)
    .catch((error) => ({ kind: 'threw', message: error.message }))
  tell(false)
  process.send({ id, outcome })
})
process.on('unhandledRejection', (error) => {
  process.send({ unhandled: String(error?.stack ?? error) }, () => process.exit(1))
})
// Whoever started it is gone.
process.on('disconnect', () => process.exit(0))
process.send({ ready: true })

async function end() {
  await runtime.end()
  await store.end()
  process.send({ ended: true }, () => process.disconnect())
}

/** A process of the gateway's bench: a provider, agents without a gateway, or a gateway. Its parent says what to do. */
import process from 'node:process'

const model = 'claude-sonnet-5'
/** Conversations that are worked on at the same time, in each process. */
const width = 16

/** How the command puts its gateway together; only there are real agents under lanes made. */
const composition = new URL('../../packages/cli/dist/compose-gateway.js', import.meta.url).href

const roles = { simulator: startSimulator, agents: startAgents, gateway: startGateway }
const [role, about] = process.argv.slice(2)
const part = await roles[role](JSON.parse(about))

process.on('message', async ({ id, method, argument }) => {
  process.send({ id, value: await part[method](argument) })
  if (method === 'stop') process.disconnect()
})
process.send({ id: 0, value: part.url })

/** What stays after a collection is what is kept. */
function residentBytes() {
  globalThis.gc()
  return process.memoryUsage.rss()
}

async function startSimulator() {
  const { createSimulator } = await import('@palimpsest/simulator/server')
  const simulator = await createSimulator({ models: [{ id: model, contextTokens: 200_000 }] })
  return { url: simulator.url, stop: () => simulator.close() }
}

async function openParts({ database, folder, provider }) {
  const { openStore } = await import('@palimpsest/cli')
  const settings = { 'model.name': model, 'model.provider': 'anthropic', 'model.base_url': provider }
  const env = { PALIMPSEST_HOME: folder, ANTHROPIC_API_KEY: 'test', PATH: process.env.PATH }
  return { store: await openStore(database), settings, env, workspace: folder, location: database }
}

async function startAgents(about) {
  const { createRuntime } = await import('@palimpsest/cli')
  const parts = await openParts(about)
  const converse = async (texts) => {
    const runtime = await createRuntime(parts)
    for (const text of texts) {
      const { kind } = await runtime.turn(text)
      if (kind !== 'answered') throw new Error(`A turn was ${kind}.`)
    }
    await runtime.end()
  }
  return {
    async run(conversations) {
      const queue = [...conversations]
      const worker = async () => {
        for (let texts = queue.pop(); texts !== undefined; texts = queue.pop()) await converse(texts)
      }
      await Promise.all(Array.from({ length: width }, worker))
    },
    stop: () => parts.store.end(),
  }
}

async function startGateway(about) {
  const [{ createGateway }, { createOpenAgent }] = await Promise.all([
    import('@palimpsest/gateway'),
    import(composition),
  ])
  const parts = await openParts(about)
  const openAgent = createOpenAgent({ ...parts, results: [] })
  const reader = { view: async () => [] }
  // The limits protect from one who sends too much, which is what is wanted here.
  const limits = { requestsPerMinute: 1e6, messagesPerMinute: 1e6 }
  const onFault = (error) => process.stderr.write(`${error}\n`)
  const gateway = createGateway(
    { store: parts.store, openAgent, reader, channels: [], now: Date.now },
    { width, limits, onFault },
  )
  const { url } = await gateway.start({ port: 0 })
  return {
    url,
    residentBytes,
    async stop() {
      await gateway.stop()
      await parts.store.end()
    },
  }
}

import { createSimulator } from '@palimpsest/simulator/server'
import { drawn, seededRandom } from './seeded-random.mjs'
import { answering } from './talk.mjs'

export const mainModel = 'claude-sonnet-5'
export const summaryModel = 'claude-haiku-4-5'
export const contextTokens = 8_000

const faults = { 'rate-limit': 0.05, 'server-error': 0.015, overloaded: 0.005, 'cut-stream': 0.01 }

/** The provider of the answers, which fails now and then, and another one of summaries, which is down for a while. */
export async function startProviders({ seed, messages }) {
  const counts = { calls: 0, 429: 0, '5xx': 0, cut: 0, summaries: 0, refused: 0 }
  const main = await createSimulator({
    models: [{ id: mainModel, contextTokens }],
    model: answering,
    inject: injections(seed, messages * 2),
    onCall: ({ status, fault }) => {
      counts.calls++
      if (fault === 'rate-limit') counts[429]++
      else if (fault === 'cut-stream') counts.cut++
      else if (fault !== undefined) counts['5xx']++
      else if (status !== 200) counts.refused++
    },
  })
  const summariser = (port) =>
    createSimulator({
      port,
      model: () => [{ type: 'text', text: '## Goal\nTo keep the rota of the ferries.\n' }],
      onCall: () => {
        counts.summaries++
      },
    })
  let summaries = await summariser(0)
  const { url, port } = summaries
  return {
    mainUrl: main.url,
    summaryUrl: url,
    counts,
    async summariesDown() {
      await summaries.close()
    },
    async summariesUp() {
      summaries = await summariser(port)
    },
    async close() {
      await main.close()
      await summaries.close().catch(() => undefined)
    },
  }
}

function injections(seed, calls) {
  const random = seededRandom(seed, 'provider')
  return Array.from({ length: calls }, (_, i) => ({
    kind: drawn(random(), faults),
    onCall: i + 1,
    retryAfterMs: 200,
  })).filter(({ kind }) => kind !== undefined)
}

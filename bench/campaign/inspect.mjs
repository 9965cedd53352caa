import { openStore } from './open-store.mjs'

/** What is wrong with a store after the death of a process that said these lines. */
export async function inspect(target, lines) {
  const store = await patiently(() => openStore(target))
  try {
    const acknowledged = lines.flatMap((line) => line.acknowledged ?? [])
    const originals = await store.originals('conversation-1').catch(() => [])
    const kept = new Set(originals.map(({ id }) => id))
    return [
      ...(await store.verify()).map((problem) => JSON.stringify(problem)),
      ...acknowledged.filter((id) => !kept.has(id)).map((id) => `acknowledged ${id} is missing`),
      ...(acknowledged.length > 0 ? await strangeView(store, lines) : []),
    ]
  } finally {
    await store.end()
  }
}

/** The view must be the last that was acknowledged, or one that was meant to follow it. */
async function strangeView(store, lines) {
  const tip = await store.compressionTip('session-0')
  const view = (await store.view(tip.id)).map(({ id }) => id).join()
  const last = lines.findLastIndex((line) => line.state !== undefined)
  const allowed = lines
    .slice(last)
    .flatMap((line) => [line.state, line.intent].filter(Boolean).map((ids) => ids.join()))
  return allowed.includes(view) ? [] : [`the view is neither the old one nor the new one: ${view}`]
}

/** A server that was struck may need a moment. */
async function patiently(work) {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

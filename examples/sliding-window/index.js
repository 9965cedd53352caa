// An engine in seventy lines: it keeps the start of a conversation and its newest groups, and says in one line what it left
// out. It imports nothing: the host hands in its ports (ids, clock, models) and the kit that engines are built from.

/** @typedef {import('@palimpsest/core/plugin').EngineKit} Kit */
/** @typedef {import('@palimpsest/core/engine').Occasion} Occasion */

/** A group is a message with the results of its calls; so many of the newest stay. */
const keepGroups = 20

// biome-ignore lint/style/noDefaultExport: a plugin is its default export
export default {
  name: 'sliding-window',
  contract: 1,
  /** @type {import('@palimpsest/core/plugin').EngineFactory} */
  create: (ports, kit) => ({
    name: 'sliding-window',
    contract: 1,
    shouldCompress: ({ promptTokens, thresholdTokens }) => promptTokens >= thresholdTokens,
    hasContentToCompress: (occasion) => cutOut(occasion, kit).gone.length > 0,
    compress: async (occasion) => kit.withMustSurvive(occasion, planFor(occasion, ports, kit), ports.mintId),
  }),
}

/**
 * Which messages go, and where the head that stays before them ends.
 * @param {Occasion} occasion @param {Kit} kit
 */
function cutOut({ view, counter, budget, overheadTokens }, kit) {
  const starts = kit.groupStarts(view)
  const firstSaid = view.findIndex(({ message }) => message.role !== 'system')
  const lastUser = view.findLastIndex(({ message, standsFor }) => !standsFor && kit.isRealUser(message))
  // What the user asked for last must stand after the line that says what is gone, so the head ends before it.
  const headEnd = Math.min(starts.find((start) => start > firstSaid) ?? 0, lastUser === -1 ? view.length : lastUser)
  const tokens = view.map(({ message }) => counter.message(message))
  const sizeFrom = (/** @type {number} */ at) => tokens.slice(at).reduce((sum, each) => sum + each, overheadTokens)
  const fitting = starts.slice(-1 - keepGroups, -1).find((start) => sizeFrom(start) <= budget.targetTokens)
  const tailStart = Math.max(headEnd, fitting ?? starts.at(-2) ?? 0)
  // An answer stays where, without it, the user would speak twice in a row: some models refuse that.
  const isBetween = lastUser >= headEnd && lastUser < tailStart
  const cut = kit.alignTurns(view, { headEnd, tailStart, ...(isBetween && { lastUser }) })
  const gone = view.filter((_, at) => kit.isMiddle(cut, at))
  // A line from an earlier time alone is nothing to leave out again.
  return { headEnd, gone: gone.every(({ standsFor }) => standsFor !== undefined) ? [] : gone }
}

/**
 * @param {Occasion} occasion @param {import('@palimpsest/core/engine').EnginePorts} ports @param {Kit} kit
 * @returns {import('@palimpsest/core/engine').Plan}
 */
function planFor(occasion, ports, kit) {
  const { view, counter, budget, overheadTokens, trigger, memo } = occasion
  const before = counter.request(view.map(({ message }) => message))
  const isAutomatic = trigger === 'preflight' || trigger === 'response'
  if (isAutomatic && before + overheadTokens < budget.thresholdTokens)
    return { kind: 'unchanged', reason: 'below-threshold', detail: 'There is room left.' }
  const { headEnd, gone } = cutOut(occasion, kit)
  if (gone.length === 0) return { kind: 'unchanged', reason: 'nothing-to-compress', detail: 'All of it is recent.' }
  // What a plan writes into its memo comes back at the next compaction of the conversation.
  const earlier = kit.isObject(memo) && typeof memo.gone === 'number' ? memo.gone : 0
  const count = earlier + gone.filter(({ standsFor }) => standsFor === undefined).length
  const line = `[CONTEXT COMPACTION — REFERENCE ONLY] ${count} earlier messages are not shown. ${ports.howToRecall}`
  const stays = view.filter((shown) => !gone.includes(shown))
  const id = ports.mintId()
  // The kit knows in whose name, and where, a line can stand so that the user and the assistant still take turns.
  const items = kit.insertSummary(
    stays.map(({ id: kept, message }) => ({ item: { kind: 'kept', id: kept }, message })),
    headEnd,
    { id, text: line, standsFor: gone.map((shown) => shown.id) },
  )
  // Nobody wrote a summary, so the receipt tells what the line stands for as dropped.
  return kit.planOfView(occasion, items, { memo: { gone: count } })
}

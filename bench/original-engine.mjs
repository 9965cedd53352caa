/**
 * The policy that ours is held against: at the threshold the whole middle is shown to the main model, as it stands, and
 * becomes a summary of a fifth of its size, of at most a twentieth of the window. Head and tail stay as they are.
 */
import {
  assembleWithSummary,
  cut,
  hasMiddle,
  isMiddle,
  isRealUser,
  startDraft,
  summarySize,
  textOf,
} from '@palimpsest/core/engine'

/** Takes the place of an engine that was made of the same ports. */
export function createOriginalEngine(engine, { summaryModels: [writer], mintId }) {
  return {
    ...engine,
    hasContentToCompress: (occasion) => hasMiddle(survey(occasion).where),
    compress: async (occasion, signal) => {
      const { draft, where, middle } = survey(occasion)
      if (!hasMiddle(where)) return nothing
      const middleTokens = middle.reduce((sum, { tokens }) => sum + tokens, 0)
      const material = textOf(middle.map(({ message }) => message))
      const text = await ask(writer, material, summarySize(occasion.budget, middleTokens), signal)
      const id = mintId()
      const view = assembleWithSummary(draft, where, { id, text }, mintId)
      const { message } = view.find((item) => item.id === id)
      const tokens = occasion.counter.message(message)
      return {
        ...bare,
        view,
        memo: { summary: id },
        saved: { ...bare.saved, summarised: middleTokens - tokens },
        summary: { by: 'model', model: writer.name, tokens, chunks: 1, coverage: 1 },
        summarisedMessages: middle.length,
      }
    },
  }
}

const nothing = { kind: 'unchanged', reason: 'nothing-to-compress', detail: 'Nothing to compress yet.' }
const bare = {
  kind: 'compact',
  saved: { cleared: 0, deduplicated: 0, shortened: 0, spilled: 0, summarised: 0 },
  constraints: [],
  survival: {},
  flags: [],
  failures: [],
  floorTokens: 0,
}

/** Where the view is cut: the last messages stay, unless they alone would fill the half that is to be left. */
function survey({ view, budget, counter, overheadTokens, memo }) {
  const draft = startDraft(view, counter, overheadTokens)
  const lastUser = view.findLastIndex(({ id, message }) => isRealUser(message) && id !== memo?.summary)
  const where = cut(draft.items, lastUser < 0 ? undefined : lastUser, {
    protectFirstN: memo === undefined ? budget.protectFirstN : 0,
    protectLastN: budget.protectLastN,
    tailTokens: budget.tailTokens,
    mostHeadTokens: budget.tailTokens,
    mostTailTokens: budget.targetTokens,
  })
  return { draft, where, middle: draft.items.filter((_, at) => isMiddle(where, at)) }
}

/** In the words that the writer of summaries knows. */
async function ask(writer, material, tokens, signal) {
  const prompt = `## Summary\nRules: as long as asked (${tokens} tokens).\n${material}\nThat was the material.`
  let said = ''
  for await (const piece of writer.write(prompt, signal)) said += piece
  return said
}

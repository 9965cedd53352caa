// @ts-check
// Writes an engine that keeps the start and the end and leaves a mark in the middle; a plan that loses words is refused.
// Run it, after one "npm run build", with: node examples/05-write-an-engine.mjs. As a plugin: examples/sliding-window
import { compress, readTranscript } from '@palimpsest/core'
import * as kit from '@palimpsest/core/engine'
import { sampleRequest } from './sample.mjs'

/** @param {kit.EnginePorts} ports @returns {kit.ContextEngine} */
const createBookends = ({ mintId }) => ({
  name: 'bookends',
  contract: kit.engineContract,
  shouldCompress: ({ promptTokens, thresholdTokens }) => promptTokens >= thresholdTokens,
  hasContentToCompress: () => true,
  compress: async (occasion) => {
    const { view, counter, overheadTokens, budget } = occasion
    const draft = kit.startDraft(view, counter, overheadTokens)
    const asked = view.findLastIndex(({ message }) => kit.isRealUser(message))
    // The kit parts no call from its result, and keeps what the user asked for last.
    const cut = kit.cut(draft.items, asked === -1 ? undefined : asked, kit.cutOptions(budget, draft, true))
    if (!kit.hasMiddle(cut)) return { kind: 'unchanged', reason: 'nothing-to-compress', detail: 'There is no middle.' }
    const mark = { id: mintId(), text: '[Earlier messages are left out here.]' }
    return kit.planOfView(occasion, kit.assembleWithSummary(draft, cut, mark, mintId))
  },
})

/** It plans to show nothing at all. @param {kit.EnginePorts} ports @returns {kit.ContextEngine} */
const createForgetful = (ports) => ({
  ...createBookends(ports),
  name: 'forgetful',
  compress: async (occasion) => kit.planOfView(occasion, []),
})

const { transcript } = readTranscript(JSON.stringify(sampleRequest(60)))
for (const engine of [createBookends, createForgetful]) {
  const result = await compress(transcript, { engine, window: { contextTokens: 32_000 } })
  const { engine: name, messages } = result.receipt
  console.log(`${name}: ${messages.before} messages became ${messages.after}, ${messages.dropped ?? 0} were dropped`)
  // Nothing is thrown: the outcome says why, and the transcript is the one that was given.
  if (result.outcome === 'failed') console.log(`  ${result.reason}: ${result.detail}`)
}

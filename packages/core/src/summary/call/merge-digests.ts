import { mergePrompt } from '../prompt/prompts.ts'
import { writeSections } from '../sections/headings.ts'
import { mergeSections } from '../sections/merge-sections.ts'
import { callModel } from './call-model.ts'
import type { ModelFailure } from './classify-error.ts'
import { inParallel } from './in-parallel.ts'
import { promptOptions, type SummaryWriting } from './summary-writing.ts'

/** The result of merging several digests, in order. */
export interface Merged {
  readonly bodies: readonly string[]
  readonly failures: readonly ModelFailure[]
}

const mostAtOnce = 4
/** Each level at least halves what there is; more of them mean that a model does not get shorter. */
const mostLevels = 6

/** Makes fewer and shorter digests until together they take no more than `fitTokens`, or until that no longer helps. */
export async function mergeDigests(
  writing: SummaryWriting,
  digests: readonly string[],
  size: { readonly fitTokens: number; readonly roomTokens: number; readonly targetTokens: number },
): Promise<Merged> {
  let bodies = digests
  const failures: ModelFailure[] = []
  for (let level = 0; level < mostLevels; level++) {
    const tokens = bodies.map(writing.countText)
    if (bodies.length < 2 || sum(tokens) <= size.fitTokens) break
    const batches = batch(bodies, tokens, size.roomTokens)
    if (batches.length === bodies.length) break
    const merged = await inParallel(batches, mostAtOnce, (some) => mergeOnce(writing, some, size.targetTokens))
    failures.push(...merged.flatMap((one) => one.failures))
    bodies = merged.flatMap((one) => one.bodies)
    if (merged.some((one) => one.failures.length > 0)) break
  }
  return { bodies, failures }
}

/** A merge that fails leaves the digests joined by code: longer, but whole. */
async function mergeOnce(writing: SummaryWriting, digests: readonly string[], targetTokens: number): Promise<Merged> {
  if (digests.length < 2) return { bodies: digests, failures: [] }
  const source = digests.join('\n')
  const { fence, userWords } = writing.source
  const written = await callModel(
    {
      prompt: (correction) => mergePrompt(digests, promptOptions(writing, targetTokens, correction)),
      assignment: { source, sourceTokens: writing.countText(source), targetTokens, userWords, fence, turns: '' },
    },
    { ...writing, pause: writing.ports.pause },
  )
  if (written.kind === 'written') return { bodies: [written.body], failures: [] }
  return { bodies: [writeSections(mergeSections(digests))], failures: [written.failure] }
}

function batch(
  bodies: readonly string[],
  tokens: readonly number[],
  roomTokens: number,
): readonly (readonly string[])[] {
  const batches: string[][] = []
  let left = 0
  for (const [i, body] of bodies.entries()) {
    const cost = tokens[i] ?? 0
    if (cost > left || batches.length === 0) {
      batches.push([])
      left = roomTokens
    }
    batches.at(-1)?.push(body)
    left -= cost
  }
  return batches
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

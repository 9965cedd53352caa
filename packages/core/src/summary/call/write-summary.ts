import { type Chunk, chunk, chunkAnew } from '../prompt/chunk.ts'
import { firstPrompt, updatePrompt } from '../prompt/prompts.ts'
import { writeSections } from '../sections/headings.ts'
import { mergeSections } from '../sections/merge-sections.ts'
import { callModel, type Written } from './call-model.ts'
import { type Digests, digestChunks } from './digest-chunks.ts'
import { type Merged, mergeDigests } from './merge-digests.ts'
import {
  previousTokens,
  promptOptions,
  promptRoom,
  type SummaryDraft,
  type SummaryWriting,
  targetOf,
  wholeAssignment,
} from './summary-writing.ts'

/** Digests joined by code need no further call when they take no more than this many times the wanted size. */
const joinedSlack = 1.5

/** Has one model summarise the source: in one call if it fits its window, else chunk by chunk. */
export async function writeSummary(writing: SummaryWriting): Promise<SummaryDraft> {
  const room = promptRoom(writing)
  if (room === undefined) return tooSmall(writing)
  const whole = writing.source.tokens + previousTokens(writing)
  if (whole > room || writing.stretches !== undefined) return writeInChunks(writing, room)
  writing.onProgress(0, 1)
  const written = await writeAtOnce(writing)
  if (written.kind === 'written') {
    writing.onProgress(1, 1)
    return { ...written, kind: 'drafted', chunks: 1, coverage: 1, failures: [] }
  }
  const { failure } = written
  if (failure.cause !== 'overflow') return { kind: 'failed', failures: [failure] }
  return writeInChunks(writing, Math.max(1, Math.floor(Math.min(room, whole) / 2)))
}

function tooSmall({ model }: SummaryWriting): SummaryDraft {
  const message = `its window of ${model.contextTokens} tokens is too small to summarise with`
  return { kind: 'failed', failures: [{ model: model.name, cause: 'overflow', message }] }
}

function writeAtOnce(writing: SummaryWriting): Promise<Written> {
  const { source, previous } = writing
  const target = targetOf(writing)
  return callModel(
    {
      prompt: (correction) => {
        const options = promptOptions(writing, target, correction)
        if (previous === undefined) return firstPrompt(source.text, options)
        return updatePrompt(previous, { kind: 'turns', text: source.text }, options)
      },
      assignment: wholeAssignment(writing, target),
      lossOf: writing.lossOf,
    },
    { ...writing, pause: writing.ports.pause },
  )
}

async function writeInChunks(writing: SummaryWriting, room: number): Promise<SummaryDraft> {
  const chunks = chunksOf(writing, room)
  const target = targetOf(writing)
  const digests = await digestChunks(writing, chunks, target)
  if (digests.coveredTokens === 0) return { kind: 'failed', failures: digests.failures }
  const merged = await mergeDigests(writing, digests.bodies, {
    fitTokens: writing.previous === undefined ? target * joinedSlack : Math.max(target, room - previousTokens(writing)),
    roomTokens: room,
    targetTokens: target,
  })
  const final =
    writing.previous === undefined ? joined(merged.bodies) : await update(writing, writing.previous, merged, room)
  return {
    kind: 'drafted',
    body: final.body,
    chunks: chunks.length,
    stretches: chunks,
    coverage: Math.min(1, digests.coveredTokens / Math.max(1, tokensOf(chunks))),
    flags: [...digests.flags, ...final.flags, ...lengthFlags(writing, final.body, target), ...gaps(digests, chunks)],
    failures: [...digests.failures, ...merged.failures, ...final.failures],
  }
}

function chunksOf({ source, stretches, digests, focus, countText }: SummaryWriting, room: number): readonly Chunk[] {
  if (stretches === undefined) return chunk(source, room, countText)
  return chunkAnew(stretches, room, ({ text }) => digests.find(text, focus) !== undefined, countText)
}

interface Final {
  readonly body: string
  readonly flags: readonly string[]
  readonly failures: SummaryDraft['failures']
}

function joined(bodies: readonly string[]): Final {
  const [only] = bodies
  const body = bodies.length === 1 && only !== undefined ? only : writeSections(mergeSections(bodies))
  return { body, flags: [], failures: [] }
}

/** A previous summary that cannot be brought up to date by the model is carried on by code: longer, but whole. */
async function update(writing: SummaryWriting, previous: string, { bodies }: Merged, room: number): Promise<Final> {
  const notes = bodies.join('\n\n')
  const source = `${previous}\n${notes}`
  const sourceTokens = writing.countText(source)
  const byCode = { ...joined([previous, ...bodies]), flags: ['merged-by-code'] }
  if (sourceTokens > room) return byCode
  const target = targetOf(writing)
  const written = await callModel(
    {
      prompt: (correction) =>
        updatePrompt(previous, { kind: 'notes', text: notes }, promptOptions(writing, target, correction)),
      assignment: {
        source,
        sourceTokens,
        keepTokens: previousTokens(writing),
        targetTokens: target,
        userWords: writing.source.userWords,
        fence: writing.source.fence,
        turns: '',
      },
      lossOf: writing.lossOf,
    },
    { ...writing, pause: writing.ports.pause },
  )
  if (written.kind === 'written') return { body: written.body, flags: written.flags, failures: [] }
  return { ...byCode, failures: [written.failure] }
}

function lengthFlags({ countText }: SummaryWriting, body: string, target: number): readonly string[] {
  return countText(body) > target ? ['summary-long'] : []
}

function gaps({ coveredTokens }: Digests, chunks: readonly Chunk[]): readonly string[] {
  const share = coveredTokens / Math.max(1, tokensOf(chunks))
  return share < 0.995 ? [`partly-mechanical: ${Math.round((1 - share) * 100)} %`] : []
}

function tokensOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((total, { tokens }) => total + tokens, 0)
}

import { type Chunk, chunk, chunkAnew } from '../prompt/chunk.ts'
import { firstPrompt, updatePrompt } from '../prompt/prompts.ts'
import { writeSections } from '../sections/headings.ts'
import { mergeSections } from '../sections/merge-sections.ts'
import { callModel, type Written } from './call-model.ts'
import { type Desk, type Draft, previousTokens, promptOptions, roomOf, targetOf, wholeAssignment } from './desk.ts'
import { type Digests, digestChunks } from './digest-chunks.ts'
import { type Merged, mergeDigests } from './merge-digests.ts'

/** Digests joined by code need no further call when they take no more than this many times the wanted size. */
const joinedSlack = 1.5

/** Has one model summarise the source: in one call if it fits its window, else chunk by chunk. */
export async function writeSummary(desk: Desk): Promise<Draft> {
  const room = roomOf(desk)
  if (room === undefined) return tooSmall(desk)
  const whole = desk.source.tokens + previousTokens(desk)
  if (whole > room || desk.stretches !== undefined) return writeInChunks(desk, room)
  desk.onProgress(0, 1)
  const written = await writeAtOnce(desk)
  if (written.kind === 'written') {
    desk.onProgress(1, 1)
    return { ...written, kind: 'drafted', chunks: 1, coverage: 1, failures: [] }
  }
  const { failure } = written
  if (failure.cause !== 'overflow') return { kind: 'failed', failures: [failure] }
  return writeInChunks(desk, Math.max(1, Math.floor(Math.min(room, whole) / 2)))
}

function tooSmall({ model }: Desk): Draft {
  const message = `its window of ${model.contextTokens} tokens is too small to summarise with`
  return { kind: 'failed', failures: [{ model: model.name, cause: 'overflow', message }] }
}

function writeAtOnce(desk: Desk): Promise<Written> {
  const { source, previous } = desk
  const target = targetOf(desk)
  return callModel(
    {
      prompt: (correction) => {
        const options = promptOptions(desk, target, correction)
        if (previous === undefined) return firstPrompt(source.text, options)
        return updatePrompt(previous, { kind: 'turns', text: source.text }, options)
      },
      assignment: wholeAssignment(desk, target),
    },
    { ...desk, pause: desk.ports.pause },
  )
}

async function writeInChunks(desk: Desk, room: number): Promise<Draft> {
  const chunks = chunksOf(desk, room)
  const target = targetOf(desk)
  const digests = await digestChunks(desk, chunks, target)
  if (digests.coveredTokens === 0) return { kind: 'failed', failures: digests.failures }
  const merged = await mergeDigests(desk, digests.bodies, {
    fitTokens: desk.previous === undefined ? target * joinedSlack : Math.max(target, room - previousTokens(desk)),
    roomTokens: room,
    targetTokens: target,
  })
  const final = desk.previous === undefined ? joined(merged.bodies) : await update(desk, desk.previous, merged, room)
  return {
    kind: 'drafted',
    body: final.body,
    chunks: chunks.length,
    stretches: chunks,
    coverage: Math.min(1, digests.coveredTokens / Math.max(1, tokensOf(chunks))),
    flags: [...digests.flags, ...final.flags, ...lengthFlags(desk, final.body, target), ...gaps(digests, chunks)],
    failures: [...digests.failures, ...merged.failures, ...final.failures],
  }
}

function chunksOf({ source, stretches, digests, focus, countText }: Desk, room: number): readonly Chunk[] {
  if (stretches === undefined) return chunk(source, room, countText)
  return chunkAnew(stretches, room, ({ text }) => digests.find(text, focus) !== undefined, countText)
}

interface Final {
  readonly body: string
  readonly flags: readonly string[]
  readonly failures: Draft['failures']
}

function joined(bodies: readonly string[]): Final {
  const [only] = bodies
  const body = bodies.length === 1 && only !== undefined ? only : writeSections(mergeSections(bodies))
  return { body, flags: [], failures: [] }
}

/** A previous summary that cannot be brought up to date by the model is carried on by code: longer, but whole. */
async function update(desk: Desk, previous: string, { bodies }: Merged, room: number): Promise<Final> {
  const notes = bodies.join('\n\n')
  const source = `${previous}\n${notes}`
  const sourceTokens = desk.countText(source)
  const byCode = { ...joined([previous, ...bodies]), flags: ['merged-by-code'] }
  if (sourceTokens > room) return byCode
  const target = targetOf(desk)
  const written = await callModel(
    {
      prompt: (correction) =>
        updatePrompt(previous, { kind: 'notes', text: notes }, promptOptions(desk, target, correction)),
      assignment: {
        source,
        sourceTokens,
        keepTokens: previousTokens(desk),
        targetTokens: target,
        userWords: desk.source.userWords,
        fence: desk.source.fence,
        turns: '',
      },
    },
    { ...desk, pause: desk.ports.pause },
  )
  if (written.kind === 'written') return { body: written.body, flags: written.flags, failures: [] }
  return { ...byCode, failures: [written.failure] }
}

function lengthFlags({ countText }: Desk, body: string, target: number): readonly string[] {
  return countText(body) > target ? ['summary-long'] : []
}

function gaps({ coveredTokens }: Digests, chunks: readonly Chunk[]): readonly string[] {
  const share = coveredTokens / Math.max(1, tokensOf(chunks))
  return share < 0.995 ? [`partly-mechanical: ${Math.round((1 - share) * 100)} %`] : []
}

function tokensOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((total, { tokens }) => total + tokens, 0)
}

import type { EnginePorts, Shown } from '../../contract/occasion.ts'
import { emptyLedger, type Ledger } from '../../ledger/ledger.ts'
import { readFacts } from '../../ledger/read-facts.ts'
import { groups } from '../../message/group.ts'
import { doneCalls } from '../mechanical/done-calls.ts'
import { mechanical } from '../mechanical/mechanical.ts'
import { type Chunk, splitChunk } from '../prompt/chunk.ts'
import { digestPrompt } from '../prompt/prompts.ts'
import { isEmptySection, parseSections, writeSections } from '../sections/headings.ts'
import { mergeSections } from '../sections/merge-sections.ts'
import { callModel } from './call-model.ts'
import type { FailureCause, ModelFailure } from './classify-error.ts'
import { inParallel } from './in-parallel.ts'
import { promptOptions, type SummaryWriting } from './summary-writing.ts'

/** The digests of all chunks, in order. Those that the model did not deliver are mechanical. */
export interface Digests {
  readonly bodies: readonly string[]
  /** Tokens of source that the model gave an account of. */
  readonly coveredTokens: number
  readonly flags: readonly string[]
  readonly failures: readonly ModelFailure[]
}

/** Providers slow down callers with more; fewer would make a long source slow. */
const mostAtOnce = 4
/** A digest says more than its share of the summary, so that merging has something to choose from. */
const digestSlack = 2
const leastDigestTokens = 300
const sliceMessages = 50
/** One failure may be the chunk's; as many of the same kind one after another are the model's. */
const mostAlike = 2

/** Has every chunk summarised by itself. Stops asking a model that cannot answer at all, or that only fails. */
export async function digestChunks(
  writing: SummaryWriting,
  chunks: readonly Chunk[],
  target: number,
): Promise<Digests> {
  const digestTokens = Math.min(target, Math.max(leastDigestTokens, Math.ceil((digestSlack * target) / chunks.length)))
  const state: State = { done: 0, answered: false, cause: undefined, alike: 0, total: chunks.length }
  writing.onProgress(0, state.total)
  const digests = await inParallel(chunks, mostAtOnce, async (chunk, i) => {
    const asked = () => digestOne(writing, chunk, { i, digestTokens, state })
    const known = keptDigest(writing, chunk)
    const digest = known ?? (state.dead ? await byCode(writing, chunk, digestTokens) : judged(await asked(), state))
    writing.onProgress(++state.done, state.total)
    return digest
  })
  return {
    bodies: digests.flatMap(({ bodies }) => bodies),
    coveredTokens: digests.reduce((total, { coveredTokens }) => total + coveredTokens, 0),
    flags: [...new Set(digests.flatMap(({ flags }) => flags))],
    failures: digests.flatMap(({ failures }) => failures),
  }
}

interface State {
  done: number
  answered: boolean
  dead?: true
  /** Why the chunk that ended last was not delivered, and for how many in a row that was so. */
  cause: FailureCause | undefined
  alike: number
  readonly total: number
}

/** Notes how a chunk ended, and gives up a model that failed in the same way too often. */
function judged(digest: Digests, state: State): Digests {
  const cause = digest.coveredTokens === 0 ? digest.failures.at(-1)?.cause : undefined
  state.alike = cause === undefined ? 0 : cause === state.cause ? state.alike + 1 : 1
  state.cause = cause
  if (state.alike >= mostAlike) state.dead = true
  return digest
}

interface Place {
  readonly i: number
  readonly digestTokens: number
  readonly state: State
  /** Set for the halves of a chunk that was too long: they are not halved again. */
  readonly half?: true
}

/** An earlier digest of this very stretch, be it by another model. */
function keptDigest({ digests, focus }: SummaryWriting, { text, tokens }: Chunk): Digests | undefined {
  const kept = digests.find(text, focus)
  return kept && { bodies: [kept.body], coveredTokens: tokens, flags: kept.flags, failures: [] }
}

async function digestOne(writing: SummaryWriting, chunk: Chunk, place: Place): Promise<Digests> {
  const { i, digestTokens, state } = place
  const stretch = { text: chunk.text, index: i + 1, of: state.total, ...(chunk.part && { part: chunk.part }) }
  const written = await callModel(
    {
      prompt: (correction) => digestPrompt(stretch, promptOptions(writing, digestTokens, correction)),
      assignment: {
        source: chunk.text,
        sourceTokens: chunk.tokens,
        targetTokens: digestTokens,
        userWords: writing.source.userWords,
        fence: writing.source.fence,
      },
    },
    { ...writing, pause: writing.ports.pause },
  )
  if (written.kind === 'written') {
    state.answered = true
    const flags = written.flags.filter((flag) => flag !== 'summary-long')
    writing.digests.keep(chunk.text, writing.focus, { body: written.body, flags })
    return { bodies: [written.body], coveredTokens: chunk.tokens, flags, failures: [] }
  }
  if (written.failure.cause === 'overflow' && place.half === undefined) return halve(writing, chunk, place)
  if (isFinal(written.failure, state)) state.dead = true
  return { ...(await byCode(writing, chunk, digestTokens)), failures: [written.failure] }
}

/** The model's window is smaller than stated. */
async function halve(writing: SummaryWriting, chunk: Chunk, place: Place): Promise<Digests> {
  const halves = splitChunk(chunk, Math.max(1, Math.ceil(chunk.tokens / 2)), writing.countText)
  const digests: Digests[] = []
  for (const half of halves)
    digests.push(keptDigest(writing, half) ?? (await digestOne(writing, half, { ...place, half: true })))
  const body = writeSections(mergeSections(digests.flatMap(({ bodies }) => bodies)))
  const flags = digests.flatMap((each) => each.flags)
  const failures = digests.flatMap((each) => each.failures)
  if (failures.length === 0) writing.digests.keep(chunk.text, writing.focus, { body, flags })
  const coveredTokens = digests.reduce((total, each) => total + each.coveredTokens, 0)
  return { bodies: [body], coveredTokens, flags, failures }
}

/** Without a key or money no chunk will fare better; nor, if none has yet, with a model that cannot be reached. */
function isFinal({ cause }: ModelFailure, { answered }: State): boolean {
  return cause === 'auth' || cause === 'quota' || (!answered && (cause === 'network' || cause === 'timeout'))
}

async function byCode(writing: SummaryWriting, chunk: Chunk, targetTokens: number): Promise<Digests> {
  const messages = writing.source.messages.slice(chunk.first, chunk.last + 1)
  const ledger = await factsOf(messages, writing.ports.pause)
  const { countText } = writing
  const calls = doneCalls(messages, ledger)
  const facts = { ledger, messages: messages.length, calls, task: {}, isStretch: true, targetTokens, countText }
  const { texts } = parseSections(mechanical(facts))
  const said = `- Of ${messages.length} messages here only facts that a program could read are known: no model read them.`
  const context = isEmptySection(texts['Critical Context']) ? said : `${said}\n${texts['Critical Context']}`
  const body = writeSections({ opening: '', texts: { ...texts, 'Critical Context': context } })
  return { bodies: [body], coveredTokens: 0, flags: [], failures: [] }
}

/** Whole groups at a time, so that no call is read without its results and others may run. */
async function factsOf(messages: readonly Shown[], pause: EnginePorts['pause']): Promise<Ledger> {
  let ledger = emptyLedger
  let slice: Shown[] = []
  for (const { start, messages: group } of groups(messages.map(({ message }) => message))) {
    slice.push(...messages.slice(start, start + group.length))
    if (slice.length < sliceMessages) continue
    ledger = readFacts(ledger, slice)
    slice = []
    await pause()
  }
  return readFacts(ledger, slice)
}

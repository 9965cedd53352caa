import type { EnginePorts, SummaryModel } from '../../contract/occasion.ts'
import { classifyError, type FailureCause, type ModelFailure } from './classify-error.ts'

/** The outcome of asking. */
export type SummaryAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly failure: ModelFailure }

/** Patience with one call. Silence ends it, not slowness; the ceiling is for streams that never end. */
export interface CallPatience {
  readonly firstPieceMs: number
  readonly nextPieceMs: number
  readonly wholeMs: number
}

/** Long enough for a model that reads a long prompt or thinks, short enough that a user still waits. */
export const patience: CallPatience = { firstPieceMs: 180_000, nextPieceMs: 90_000, wholeMs: 900_000 }

/** No summary is that much longer than its prompt: such a stream will never stop. */
const runawayChars = 200_000

/** Asks one model once, with deadlines of its own. Rejects only when the caller aborts, with the signal's reason. */
export async function askSummaryModel(
  model: SummaryModel,
  prompt: string,
  ports: Pick<EnginePorts, 'wait'>,
  signal: AbortSignal,
): Promise<SummaryAnswer> {
  signal.throwIfAborted()
  const own = new AbortController()
  const abort = () => own.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const ceiling = alarm(ports, patience.wholeMs)
  try {
    return await listen(model, prompt, { ports, own, ceiling })
  } catch (error) {
    signal.throwIfAborted()
    return failed(model, classifyError(error))
  } finally {
    signal.removeEventListener('abort', abort)
    ceiling.cancel()
    own.abort()
  }
}

interface Call {
  readonly ports: Pick<EnginePorts, 'wait'>
  readonly own: AbortController
  readonly ceiling: Alarm
}

async function listen(model: SummaryModel, prompt: string, { ports, own, ceiling }: Call): Promise<SummaryAnswer> {
  const aborted = rejectOnAbort(own.signal)
  const pieces = model.write(prompt, own.signal)[Symbol.asyncIterator]()
  const texts: string[] = []
  let chars = 0
  try {
    for (;;) {
      const silence = alarm(ports, texts.length === 0 ? patience.firstPieceMs : patience.nextPieceMs)
      const outcome = await Promise.race([pieces.next(), silence.rings, ceiling.rings, aborted]).finally(silence.cancel)
      if (typeof outcome === 'number') return late(model, outcome, texts.length)
      if (outcome.done === true) return { kind: 'answered', text: texts.join('') }
      texts.push(outcome.value)
      chars += outcome.value.length
      if (chars > prompt.length * 2 + runawayChars)
        return failed(model, { cause: 'invalid-output', message: 'the answer does not end' })
    }
  } finally {
    // Not awaited: a stream that hangs would hang here, too.
    pieces.return?.().catch(() => undefined)
  }
}

function late(model: SummaryModel, ms: number, pieces: number): SummaryAnswer {
  const silent = pieces === 0 ? 'no answer' : 'silent'
  const what = ms === patience.wholeMs ? 'no end' : silent
  return failed(model, { cause: 'timeout', message: `${what} for ${Math.round(ms / 1_000)} s` })
}

function failed(model: SummaryModel, why: { readonly cause: FailureCause; readonly message: string }): SummaryAnswer {
  return { kind: 'failed', failure: { model: model.name, ...why } }
}

interface Alarm {
  /** Its own length, once it has run out; never if it is cancelled before. */
  readonly rings: Promise<number>
  cancel(): void
}

function alarm(ports: Pick<EnginePorts, 'wait'>, ms: number): Alarm {
  const timer = new AbortController()
  const rings = new Promise<number>((resolve) => {
    const ring = () => {
      if (!timer.signal.aborted) resolve(ms)
    }
    ports.wait(ms, timer.signal).then(ring, () => undefined)
  })
  return { rings, cancel: () => timer.abort() }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  rejected.catch(() => undefined)
  return rejected
}

import type { EnginePorts, SummaryModel } from '../../contract/occasion.ts'
import { redact } from '../../redact/redact.ts'
import { type AnswerFault, type Assignment, type ValidateDeps, validate } from '../check/validate.ts'
import { askSummaryModel, type SummaryAnswer } from './ask-summary-model.ts'
import type { ModelFailure } from './classify-error.ts'
import { type LossOf, leastKept, leftOutCorrection } from './left-out.ts'

/** One thing to be written: the prompt, and what the answer is judged against. */
export interface Job {
  prompt(correction?: string): string
  readonly assignment: Assignment
  /** Answers how much of the facts a text keeps. @default all are kept */
  readonly lossOf?: LossOf | undefined
}

/** The model to ask, and all that judging its answer takes. */
export interface SummaryCaller extends ValidateDeps {
  readonly model: SummaryModel
  readonly ports: Pick<EnginePorts, 'wait'>
  readonly signal: AbortSignal
}

/** A sound text in our form, or why there is none. */
export type Written =
  | { readonly kind: 'written'; readonly body: string; readonly flags: readonly string[] }
  | { readonly kind: 'failed'; readonly failure: ModelFailure }

/**
 * Has a model write something; an answer that cannot be used, or that lost too much, is asked for once more, with a word
 * on what was wrong.
 */
export async function callModel(job: Job, caller: SummaryCaller): Promise<Written> {
  const first = await attempt(job, caller)
  if (first.kind === 'written') return betterOf(first, job, caller)
  if (first.kind === 'failed') return first
  const second = await attempt(job, caller, corrections[first.fault])
  if (second.kind !== 'faulty') return second
  if (second.body !== undefined)
    return { kind: 'written', body: second.body, flags: [...second.flags, 'language-changed'] }
  const message = faultWords[second.fault]
  return { kind: 'failed', failure: { model: caller.model.name, cause: 'invalid-output', message } }
}

/** Of an answer that lost too much and the one after it, the one that kept more. */
async function betterOf(first: Sound, job: Job, caller: SummaryCaller): Promise<Written> {
  const loss = job.lossOf?.(first.body)
  if (job.lossOf === undefined || loss === undefined || loss.kept >= leastKept) return first
  const correction = leftOutCorrection(loss.missing, job.assignment.fence, caller.countText)
  const second = await attempt(job, caller, correction)
  const best = second.kind === 'written' && job.lossOf(second.body).kept > loss.kept ? second : first
  return { ...best, flags: [...best.flags, 'summary-asked-again'] }
}

/** A mechanical summary is not rewritten later, so an overloaded model is asked again after a rest. */
const restsMs = [2_000, 8_000]

async function askPatiently(prompt: string, { model, ports, signal }: SummaryCaller): Promise<SummaryAnswer> {
  for (const restMs of restsMs) {
    const answer = await askSummaryModel(model, prompt, ports, signal)
    if (answer.kind === 'answered' || answer.failure.cause !== 'rate-limit') return answer
    await ports.wait(restMs, signal).catch(() => undefined)
    signal.throwIfAborted()
  }
  return askSummaryModel(model, prompt, ports, signal)
}

type Sound = Extract<Written, { kind: 'written' }>

async function attempt(job: Job, caller: SummaryCaller, correction?: string) {
  const answer = await askPatiently(job.prompt(correction), caller)
  if (answer.kind === 'failed') return answer.failure.cause === 'cut-off' ? cutOff : answer
  const judged = await validate(redact(answer.text).text, job.assignment, caller)
  if (judged.kind === 'faulty') return judged
  return { kind: 'written', body: judged.body, flags: judged.flags } as const
}

const cutOff = { kind: 'faulty', fault: 'cut-off', body: undefined, flags: [] } as const

const corrections: Readonly<Record<AnswerFault | 'cut-off', string>> = {
  empty: 'it held no summary. Write the summary itself, outside of any reasoning.',
  refusal: 'it held no summary. Nothing but a factual record of the material is wanted.',
  junk: 'it had nothing to do with the material. Summarise only what stands above.',
  echo: 'it copied the material. Say it shorter, in your own words.',
  'not-shorter': 'it was as long as the material. Write much less.',
  'too-long': 'it was much too long. Keep to the size that was asked for.',
  language: 'it was in another language. Write in the language of the user.',
  'cut-off': 'it was cut off before its end. Write half as much, and finish all sections.',
}

const faultWords: Readonly<Record<AnswerFault | 'cut-off', string>> = {
  empty: 'the answer was empty',
  refusal: 'the model declined',
  junk: 'the answer had nothing to do with the conversation',
  echo: 'the answer repeated the conversation',
  'not-shorter': 'the answer was not shorter than the conversation',
  'too-long': 'the answer was much too long',
  language: 'the answer was in another language than the user’s',
  'cut-off': 'the answer was cut off before its end',
}

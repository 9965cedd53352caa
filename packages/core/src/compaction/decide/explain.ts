import { counted, tokensInWords, untilInWords } from '../../text/in-words.ts'
import type { RestCause } from './guard.ts'
import type { Objection, PressureSituation } from './verdict.ts'

/** Says to the user why nothing is compacted, and what can be done about it. */
export function explain(objection: Objection, situation: PressureSituation): string {
  const { messages, budget, at } = situation
  switch (objection.reason) {
    case 'below-threshold':
      return `${sizeOf(situation)}; compaction starts at ${tokensInWords(objection.levelTokens)}.`
    case 'too-few-messages':
      return `${sizeOf(situation)}, but a history of ${counted(messages, 'message')} is too short to compress ahead of a turn.`
    case 'disabled':
      return `${sizeOf(situation)}, and automatic compaction is switched off (compression.enabled). Use /compress, or /new to start fresh.`
    case 'guard-unknown':
      return `${sizeOf(situation)}, but this conversation's compaction records cannot be read, so nothing is compressed automatically. /compress works; run the verify command if this stays.`
    case 'irreducible-floor':
      return explainFloor(objection, situation)
    case 'nothing-to-compress':
      return explainNothing(situation)
    case 'awaiting-reading':
      return 'The conversation has just been compressed; the next answer shows what that saved.'
    case 'cooldown':
      return `Compression paused: ${phraseOf(objection.cause)}. Next try ${untilInWords(objection.until, at)}; /compress tries now.`
    case 'no-effect':
      return `Compression paused: ${counted(objection.strikes, 'compression')} did not get below ${tokensInWords(budget.thresholdTokens)}. Next try ${untilInWords(objection.until, at)}; /compress tries now, /new starts fresh.`
    case 'attempts-spent':
      return `${sizeOf(situation)}, and ${counted(objection.attempts, 'attempt')} to make room did not help. Nothing is lost: use /compress, or /new to start fresh. Next try ${untilInWords(objection.until, at)}.`
  }
}

/** Why something rests, as part of a sentence. */
function phraseOf(cause: RestCause): string {
  switch (cause) {
    case 'transient':
      return 'the last try met a passing error'
    case 'timeout':
      return 'the last try took too long'
    case 'engine':
      return 'the engine failed'
    case 'store':
      return 'the result could not be saved'
    case 'declined':
      return 'the engine found nothing to do yet'
    case 'deferred':
      return 'the engine asked to wait'
    case 'lost-records':
      return 'the records of earlier compactions were lost'
    case 'auth':
      return 'the provider refused the key, which needs checking'
    case 'quota':
      return 'the account has no quota left'
    case 'no-provider':
      return 'no provider is set up for summaries (auxiliary.compression)'
  }
}

function sizeOf({ trigger, promptTokens, isReported, budget }: PressureSituation): string {
  if (trigger === 'overflow')
    return `The provider finds the request too long (window: ${tokensInWords(budget.contextTokens)})`
  return `The next request takes ${isReported ? '' : 'about '}${tokensInWords(promptTokens)}`
}

function explainFloor(
  { levelTokens, until }: Extract<Objection, { reason: 'irreducible-floor' }>,
  { overheadTokens, at }: PressureSituation,
): string {
  if (until === undefined) {
    return `System prompt and tools alone take ${tokensInWords(overheadTokens)}, and compaction has to get below ${tokensInWords(levelTokens)}: it cannot help. Switch off tools, raise compression.threshold, or use a model with a larger window.`
  }
  return `What must stay (system prompt, tools, newest messages) does not fit below ${tokensInWords(levelTokens)}. Next try ${untilInWords(until, at)}; a model with a larger window, fewer tools or /new helps now.`
}

function explainNothing({ trigger, messages }: PressureSituation): string {
  const all = `Nothing to compress yet: all of the conversation (${counted(messages, 'message')}) is protected as its newest part.`
  return trigger === 'manual' ? all : `${all} /new starts fresh; a model with a larger window has more room.`
}

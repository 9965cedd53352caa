import { counted, tokensInWords } from '../text/in-words.ts'
import type { Refusal } from './refusal.ts'

const safe = 'Nothing is lost.'
const smaller = '/compress with a topic keeps what matters for it, /new starts fresh.'

/** Says to the user why a turn ends here, and what can be done about it. */
export function giveUpMessage(
  refusal: Refusal,
  tried: { readonly recoveries: number; readonly mayCompact: boolean },
): string {
  switch (refusal.kind) {
    case 'output-too-long':
      return `The provider does not allow an answer of this length, and ${counted(tried.recoveries, 'attempt')} with less did not help. ${safe} Set model.max_tokens to what the model allows. ${smaller}`
    case 'input-too-long':
    case 'body-too-large':
      return `${tooLong(refusal)}, ${soFar(tried)}. ${safe} ${smaller}`
    case 'rate-limited':
      return `The provider still limits the rate of requests${later(refusal.retryAfterMs)}. ${safe} Send the message again later, or choose another model with /model.`
    case 'overloaded':
      return `The provider is overloaded and still refuses${later(refusal.retryAfterMs)}. ${safe} Send the message again later, or choose another model with /model.`
    case 'auth':
      return `The provider does not accept the key. ${safe} Check the key in the environment and that it may use this model.`
    case 'quota':
      return `The account has no quota or credit left. ${safe} Top it up, or choose another model with /model.`
    case 'seal-refused':
      return `The provider does not take back what the model thought in earlier calls, and still refuses without it. ${safe} Choose another model with /model, or start fresh with /new.`
    case 'malformed':
      return `The provider finds the request malformed, so sending it again would not help. ${safe} /undo takes the last compaction back, /new starts fresh.`
    case 'not-found':
      return `The provider does not know this model or address. ${safe} Check model.name and model.base_url (with /v1 at its end for OpenAI and its like, without for Anthropic), or choose another model.`
    case 'network':
      return `The connection to the provider keeps breaking. ${safe} Check the network and send the message again.`
    case 'certificate':
      return `The certificate of the provider, or of a proxy on the way to it, cannot be trusted. ${safe} If it is your company's or your own, set NODE_EXTRA_CA_CERTS to the file of its authority; otherwise check model.base_url and the clock of this machine.`
    case 'timeout':
      return `The provider does not answer in time. ${safe} Send the message again, or choose another model with /model.`
    case 'content-filter':
      return `The provider's content filter refused the request. ${safe} Put the last message in other words, or start fresh with /new.`
    case 'unknown':
      return `The provider refused the request for a reason that is not known. ${safe} Send the message again, or choose another model with /model.`
  }
}

function tooLong(refusal: Refusal): string {
  if (refusal.kind === 'body-too-large') return 'The provider finds the request too large'
  const limit = refusal.kind === 'input-too-long' ? refusal.limitTokens : undefined
  return `The provider finds the request too long${limit === undefined ? '' : ` (limit: ${tokensInWords(limit)})`}`
}

function soFar({ recoveries, mayCompact }: { readonly recoveries: number; readonly mayCompact: boolean }): string {
  if (!mayCompact) return 'and automatic compaction is switched off (compression.enabled)'
  return `and ${counted(recoveries, 'attempt')} to make it smaller did not help`
}

function later(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return ''
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000))
  return ` and asks to wait ${seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')}`
}

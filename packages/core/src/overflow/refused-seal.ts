/**
 * Refusals of thinking that we sent back, as `plainText` gives them: bound to another conversation, signed for another
 * model or account, changed on its way, or encrypted for somebody else. What is refused can be left out.
 */
const refusals: readonly RegExp[] = [
  /bound to a different (?:conversation|account|organi[sz]ation|user|model)/,
  /(?:invalid|malformed|expired|corrupted|unverifiable|unrecogni[sz]ed) (?:signature|data) (?:in|of|on|for) (?:an? |the |this )?(?:redacted_)?(?:thinking|reasoning)\b(?! (?:budget|effort|config))/,
  /(?:signature|data) (?:in|of|on|for) (?:an? |the |this )?(?:redacted_)?(?:thinking|reasoning)\b.{0,40}(?:invalid|not valid|malformed|expired|mismatch|does not match|could not be verified|verification failed)/,
  /(?:thinking|reasoning).{0,60}signature.{0,40}(?:invalid|not valid|malformed|expired|mismatch|does not match|field required|is required|could not be verified|verification failed)/,
  /thinking blocks?\b[^.]{0,80}(?:cannot|can ?not|must not) be modified/,
  /invalid_encrypted_content/,
  /encrypted[ _]content\b.{0,120}(?:could not|cannot|can ?not|failed to) be (?:verified|decrypted|parsed)/,
  /(?:could not|cannot|failed to|unable to) (?:verify|decrypt|parse)\b.{0,40}encrypted[ _](?:content|reasoning)/,
  /(?:corrupted|invalid|malformed|unverifiable) thought[ _]signature/,
  /thought[ _]signature\b[^.]{0,30}(?:is |was )?(?:not valid|invalid|corrupted)/,
  /item \W?rs_\w+\W? of type \W?reasoning\W? was provided without its required following item/,
  /item \W?\w+\W? of type \W?\w+\W? was provided without its required \W?reasoning\W? item/,
  /item (?:with id )?\W?rs_\w+\W? not found/,
]

/** Patterns for the place of the seal in a refusal: its path, its id, or its beginning and end. */
const places: readonly RegExp[] = [
  /\bmessages[.[]\d+\]?[.[](?:content|reasoning_details)[.[]\d+\]?/,
  /\brs_\w+/,
  /\binput\[\d+\]/,
  /\b\w{4,}\.\.\.[\w+/=-]{2,}/,
]

/** True when a refusal, in plain words, is one of thinking that was sent back. */
export function isRefusedSeal(text: string): boolean {
  return refusals.some((refusal) => refusal.test(text))
}

/** The place that a refusal names, as the provider spells it. */
export function refusedPlace(message: string): string | undefined {
  for (const place of places) {
    const found = place.exec(message)?.[0]
    if (found !== undefined) return found
  }
  return undefined
}

import { headings, type Sections } from '../sections/headings.ts'

/** Openings that lead up to a summary, or think aloud before it. */
const lead =
  /^(?:ok(?:ay)?|sure|certainly|of course|alright|here(?:'s|’s| is| are)|below is|this is|let me|let's|i(?:'ll|’ll| will| need| have| should)|first,|the user (?:wants|asks|asked)|we need)\b/i
/** Closings that offer more. */
const offer =
  /^(?:(?:please )?(?:let me know|feel free)|i hope|hope this|is there anything|would you like|if you (?:need|want|have)|this summary)\b/i
/** One line that ends in a colon, in any language. */
const announces = /^[^\n]*[:：]$/
const listItem = /^[^\S\n\r\u2028\u2029]*(?:[-*•]|\d{1,5}[.)])\s/m

/** Takes away what a model says around its summary, as if somebody were listening. What may hold a fact stays. */
export function withoutSmallTalk({ opening, texts }: Sections): Sections {
  const last = headings.findLast((heading) => texts[heading] !== undefined)
  const text = last === undefined ? undefined : texts[last]
  const rest = { opening: isSmallTalk(opening) ? '' : opening }
  if (last === undefined || text === undefined) return { ...rest, texts }
  return { ...rest, texts: { ...texts, [last]: withoutOffer(text) } }
}

function isSmallTalk(opening: string): boolean {
  if (opening === '' || listItem.test(opening)) return false
  return lead.test(opening) || announces.test(opening)
}

function withoutOffer(text: string): string {
  const end = text.lastIndexOf('\n')
  return offer.test(text.slice(end + 1).trim()) ? text.slice(0, Math.max(0, end)).trimEnd() : text
}

import type { Shown } from '../engine/occasion.ts'
import { isSpilled } from './is-spilled.ts'
import type { RequestFact } from './ledger.ts'
import { spokenText } from './spoken-text.ts'

/** Says "go on" and nothing else, so that the request before it is still the task. */
const goOn =
  /^(?:(?:yes|yep|yeah|sure|ok(?:ay)?|please|go on|go ahead|continue|carry on|proceed|keep going|do it|next|resume|thanks?|继续|好的?|可以|是的|请继续|続けて(?:ください)?|はい|お願いします|계속(?:해줘|하세요)?|네|응|s[ií]|continúa|sigue|oui|continue[rz]?|vas-y|ja|weiter|mach weiter|sim|continua|continuar?|avanti|да|продолжай|давай|так|продовжуй|tak|kontynuuj|dalej|evet|devam(?: et)?|vâng|tiếp tục|ya|lanjut(?:kan)?|نعم|تابع|हाँ|जारी रखो|ใช่|ทำต่อ)[\s,.!。！、…]*){1,3}$/i
const longestGoOn = 40

/**
 * The user's latest request, word for word. One that only says to go on is given below the request it refers to, since
 * alone it names no task; that one may be known only from the ledger, once a summary stands for it.
 */
export function activeTask(items: readonly Shown[], earlier: readonly RequestFact[] = []): string | undefined {
  let latest: string | undefined
  for (const shown of items.toReversed()) {
    const text = saidIn(shown)
    if (text === '') continue
    if (!isGoOn(text)) return withLatest(text, latest)
    latest ??= text
  }
  const referred = latest === undefined ? undefined : earlier.findLast(({ text }) => !isGoOn(text))
  return referred === undefined ? latest : withLatest(referred.text, latest)
}

/** Text that an engine made is nobody's, but a request that was shortened is still one. */
function saidIn({ message, standsFor }: Shown): string {
  return standsFor === undefined || isSpilled(message) ? spokenText(message) : ''
}

function withLatest(text: string, latest: string | undefined): string {
  return latest === undefined ? text : `${text}\n\n${latest}`
}

/** Whether a text asks for nothing but to go on. */
export function isGoOn(text: string): boolean {
  return text.length <= longestGoOn && goOn.test(text)
}

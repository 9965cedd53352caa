import { sentences } from '../language/sentences.ts'
import { rulingsIn } from './constraints.ts'

/** Openings by which a sentence speaks of all that follows, and asks for nothing now. */
const opening =
  /^(?:(?:please|and|also),? )?(?:from now on|going forward|in (?:the )?future|always|never|(?:ab jetzt|ab sofort|künftig|immer|nie(?:mals)?)|à partir de maintenant|désormais|toujours|(?:a partir de ahora|de ahora en adelante|siempre|nunca)|a partir de agora|de agora em diante|sempre|d['’]ora in poi|отныне|с этого момента|всегда|никогда|відтепер|завжди|ніколи|od teraz|zawsze|nigdy|vanaf nu|altijd|nooit|bundan sonra|从现在(?:起|开始)|以后|今后|從現在起|これからは?|今後は?|常に|앞으로|항상|من الآن)(?![a-zà-ÿа-яё])/i
/** A longer text asks for work. */
const longest = 300

/** True if a text only sets standing rules: earlier requests are still to be done. */
export function isOnlyRules(text: string): boolean {
  if (text.length > longest || !opening.test(text.trim())) return false
  return [...sentences(text)].every(({ text: sentence }) => opening.test(sentence) && isRule(sentence))
}

function isRule(sentence: string): boolean {
  return [...rulingsIn(sentence)].some(
    (ruling) => ruling?.text === sentence && ruling.kind !== 'release' && ruling.kind !== 'change',
  )
}

import { sentences } from './language/sentences.ts'
import type { DecisionFact } from './ledger.ts'

/** Words that state a choice made; a question, or a proposal among others, states none. */
const choice =
  /(?<!\p{L})(?:let(?:['’]?s|\s+us)\s+(?:go|use|put|try|do|keep|stick|take|start\s+with|stay|implement|drop|switch|call|store|rename|remove)|(?:i|we)(?:['’]ll|\s+will|['’]ve|\s+have|['’]re|\s+are|['’]m|\s+am)?\s+(?:now\s+)?(?:going\s+(?:with|to\s+use)|decided|chosen|chose|settled\s+on|opted|switch(?:ed|ing)?\s+to|use\s+[^.]{1,60}\s(?:instead|because|rather))|(?<!\busers?\s)decided\s+(?:to|on|against)|(?:the\s+)?decision\s*(?:(?:is|was)(?!\s+not\b)|:)|agreed\s+(?:to|on)|opt(?:ed|ing)?\s+for|go(?:ing)?\s+with\s+(?:option|approach|the)|decid(?:imos|í|ido)|optamos|vamos\s+(?:a\s+usar|con|usar|com)|décid(?:é|ons)|on\s+part\s+sur|optons|entschieden|wir\s+nehmen|wir\s+verwenden|deciso|scelto|scegliamo|решил[аи]?|решено|выбрали|вирішил[аи]|zdecydowa\p{L}+|wybra(?:liśmy|łem)|karar\s+ver\p{L}+|quyết\s+định|memutuskan|kita\s+pakai)(?!\p{L})|决定|決定|采用|採用|就用|选定|选择(?:了|用)|方案[一二三四五A-Da-d\d]|ことにし(?:た|ました|ます|よう)|にします|で(?:行|い)(?:こう|きましょう)|で進め|하기로|로\s?(?:결정|진행|하자|가자|할게)|قررنا|اخترنا|फैसला|निर्णय|ตัดสินใจ|เลือกใช้/iu
/** A sentence without any of these states no choice; this is asked of every sentence. */
const hint =
  /let['’]?s|let\s+us|decid|decis|decyd|cho[os]|settl|opt|agreed|going|go\s+with|switch|instead|because|rather|vamos|part\s+sur|nehmen|verwenden|entsch|scel|scegl|karar|wybra|kita|memutus|[\u00c0-\u1fff\u3040-\ud7ff]/i
const question = /[?？؟]["'”’)\]]*$/
const mostChars = 320
const leastChars = 4

/** An assistant announces its next step like this; from a user the same words choose. */
const nextStep =
  /^(?:(?:now|next|first|then|ok(?:ay)?|so|and),?\s+)*let['’]?s\s+(?:try|do|start|implement|remove|take|call|rename)(?!\p{L})/iu

/** The sentences of a text that state a choice, word for word; `undefined` where others may run. */
export function* decisionsIn(text: string, by: DecisionFact['by']): Iterable<string | undefined> {
  let chars = 0
  for (const { text: sentence } of sentences(text)) {
    chars += sentence.length
    if (chars >= stepChars) {
      chars = 0
      yield undefined
    }
    if (sentence.length < leastChars || sentence.length > mostChars) continue
    if (!hint.test(sentence) || !choice.test(sentence) || question.test(sentence)) continue
    if (by === 'user' || !nextStep.test(sentence)) yield sentence
  }
}

/** Some milliseconds' worth. */
const stepChars = 50_000

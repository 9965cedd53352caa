/** Words that consent, thank, or ask to go on or to try once more, in the languages that rules are read in most. */
const words = [
  'y|ye[ps]|yeah|yup|sure|ok(?:ay)?|k|right|fine|good|great|nice|perfect|cool|correct|exactly|agreed|lgtm|please|pls|thanks?(?: you)?|thx',
  "that works|works for me|(?:sounds?|looks?|all) good(?: to me)?|go(?: on| ahead| for it)?|carry on|proceed|keep going|(?:do|let'?s do)(?: it| that| this| so)|let'?s(?: go)?|next(?: step| one)?|resume|(?:try )?again|retry",
  'continue(?: with (?:it|that|this|the (?:next step|rest))| (?:from )?where (?:you|we) (?:left off|stopped))?|both(?: of them)?|(?:the )?(?:first|second|third|last|former|latter)(?: one| option)?',
  's[ií]|vale|claro|de acuerdo|perfecto|bien|continúa|sigue|adelante|hazlo|dale|por favor|gracias|otra vez',
  "oui|d'accord|parfait|continue[rz]?|vas-y|allez-y|fais-le|s'il (?:te|vous) pla[iî]t|merci|encore",
  'ja|jawohl|gut|passt|genau|bitte|danke|weiter|mach(?: bitte)? (?:weiter|das)|weitermachen|nochmal|noch einmal',
  'sim|certo|continuar?|pode (?:continuar|seguir)|obrigad[oa]|va bene|avanti|continua|procedi|per favore|perfetto|grazie',
  'да|хорошо|ладно|продолжай(?:те)?|давай(?:те)?|пожалуйста|спасибо|дальше|так|добре|продовжуй(?:те)?|далі|дякую',
  'tak|dobrze|kontynuuj|dalej|proszę|dzięki|evet|tamam|devam(?: et)?|lütfen|teşekkürler|vâng|tiếp tục|ya|lanjut(?:kan)?|nee|prima|ga (?:door|verder)|bedankt',
  '(?:请|請)?(?:继续|繼續)(?:吧)?|好(?:的|吧|啊)?|可以|是的?|对|嗯|没问题|行|谢谢|続けて(?:ください)?|はい|お願いします|進めて(?:ください)?|계속(?:해(?:줘|주세요)?|하세요)?|네|응|좋아요?|감사합니다',
  'نعم|تابع|حسنا|شكرا|हाँ|ठीक है|जारी रखो|ใช่|ทำต่อ',
].join('|')
/** An answer to a question that listed what could be done. */
const choice = '(?:option|number|no\\.?|#)? ?(?:\\d{1,2}|[a-e])[.)]?'
const sign = '[👍👌🙏✅💯🎉🚀]\\p{M}*\\p{Emoji_Modifier}?'
const between = '[\\s,.;:!~，。！、；…-]*'
/** Scripts without capitals put words side by side. */
const wordEnd = '(?![\\p{Lu}\\p{Ll}\\p{N}])'
const goOn = new RegExp(`^${between}(?:(?:(?:${words}|${choice})${wordEnd}|${sign})${between}){1,5}$`, 'iu')
/** The continuation of a consent that is not all of a text: a mark, or a word that qualifies it. */
const goesOn =
  '(?:\\s*[,.;:!，。！、；…]|\\s+[—–-]\\s|\\s+(?:and|but|then|except|only|with(?:out)?|aber|und|nur|ohne|pero|y|sin|mais|et|sans|ma|e|senza|mas|sem|но|и|только|без|але|ale|i|maar|en|men|och|og|ama|ve|nhưng|tapi|dan)(?!\\p{L})|(?=[\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af]))'
const consent = new RegExp(`^${between}(?:(?:${words})${wordEnd}|${sign})${goesOn}`, 'iu')
/** A longer text says more than that. */
const longest = 40

/** True if a text asks for nothing that could be done without knowing what was said before it. */
export function isGoOn(text: string): boolean {
  return text.length <= longest && goOn.test(text)
}

/** True if a text opens with a word to go on, and says more: "yes, but skip the third". */
export function opensWithGoOn(text: string): boolean {
  return consent.test(text.slice(0, longest * 2))
}

import { contentWords } from '../language/content-words.ts'

/** Openings of a correction; each may precede another. */
export const lead =
  /^(?:(?:ok(?:ay)?|no|nah|nope|hmm+|wait|sorry|actually|oh|well|yes|yeah|right|fine|please|also|and|but|so|then|correction|(?:on )?second thoughts?|change of plans?|new (?:plan|limit|max(?:imum)?|rule)|i(?:['’]ve| have)? changed my mind|i mean(?:t)?|nein|doch|ach|bitte|also|eigentlich|non|bon|en fait|finalement|no espera|mejor|perdón|en realidad|anzi|na verdade|нет|ой|лучше|ні|краще|jednak|nee|toch|eigenlijk|那|好的?|还是)(?:\s*[,.:;!，。…—–-]+\s*|\s+))+/iu
/** A lead that alone makes a correction of what follows. */
const correcting =
  /^\P{L}*(?:(?:ok|okay|oh|hmm+|well|so|and|but)\P{L}+)*(?:no|nah|nope|wait|sorry|actually|correction|(?:on )?second thoughts?|change of plans?|new (?:plan|limit|max(?:imum)?|rule)|i(?:['’]ve| have)? changed my mind|i mean(?:t)?|nein|doch|eigentlich|en fait|finalement|en realidad|mejor|anzi|na verdade|нет|лучше|ні|краще|jednak|toch|eigenlijk|lieber|plutôt|meglio)(?!\p{L})/iu

/** Says that something is to be other than it was. */
const cue =
  /(?<!\p{L})(?:(?:make|set)\s+(?:it|that|this|them|the)|(?:change|cut|raise|increase|lower|reduce|decrease|bump|drop|bring|move|extend|relax|tighten|adjust|update|switch|upgrade|downgrade)(?:\s+(?:it|that|this|them|the|up|down|back|over|to|from|\p{L}+\s+to))|go\s+(?:back\s+to|with|for)|back\s+to|let['’]?s\s+(?:do|make|use|go|say|continue|switch|move|change|speak|talk|stick|stay|\p{L}+\s+instead)|let\s+us|we(?:['’]ll|\s+can)\s+(?:do|use|go|switch|continue)|continue\s+in|instead|after\s+all|from\s+(?:now|here)(?:\s+on)?|going\s+forward|(?:again|now|then|please)\W*$|in\s+\p{L}+,?\s+please|(?:is|are)\s+(?:fine|ok(?:ay)?|enough|allowed|now)|we(?:['’]re|\s+are)\s+(?:now\s+)?(?:moving|switching)\s+to|we\s+now\s+use|you\s+(?:can|may)\s+(?:speak|talk|write|reply|answer|respond)|(?:can|could|shall)\s+(?:we|you)\s+(?:please\s+)?(?:switch|continue|go\s+back|change|speak|talk|write|reply|answer)|(?:not|over)\s+[\w-]+(?:\s+from\s+\p{L}+(?:\s+on)?)?\W*$)(?!\p{L})/iu
const otherCue =
  /(?<!\p{L})(?:mach(?:e|en)?|ändere|setze?|erhöhe?|senke?|reduziere?|lieber|stattdessen|ab\s+(?:jetzt|sofort)|weitermachen|weiter\s+auf|wechs(?:le|el|eln)|zurück\s+zu|nimm|lass\s+uns|cámbia(?:lo)?|cambia(?:lo)?|pon(?:lo)?|súbe(?:lo)?|sube|baja|aumenta|que\s+se(?:an|a)|sigamos|sigue|continu(?:a|em)os|continúa|volvamos|vuelve|pas(?:a|emos)\s+a|a\s+partir\s+de\s+ahora|mets|passe(?:r|z)?|passons|change|monte|augmente|baisse|continu(?:e|ons|er)|rev(?:iens|enons)|désormais|à\s+la\s+place|mude|muda|coloque|aumente|diminua|vamos|continuar|volte|a\s+partir\s+de\s+agora|metti|passa|passiamo|alza|abbassa|continui?amo|torn(?:a|iamo)|invece|d['’]ora\s+in\s+poi|maak|verander|verhoog|verlaag|liever|voortaan|vanaf\s+nu|schakel|сделай|пусть\s+будет|поменяй|измени|подними|увеличь|снизь|лучше|давай|перейд[её]м|перейди|вернись|вернёмся|теперь|зроби|хай\s+буде|нехай\s+буде|зміни|збільш|краще|перейд(?:е|і)мо|повернімося|тепер|zmień|ustaw|podnieś|zwiększ|obniż|lepiej|przejdź(?:my)?|wróć(?:my)?|değiştir|artır|yükselt|düşür|geç(?:elim)?)(?!\p{L})|改用|改成|改为|换成|切换|变更|変更|切り替え|変えて|戻して|にして|바꿔|전환|변경|으로\s?해/iu

/** Longer sentences say what they are about. */
export const mostChars = 120

/** True if a sentence may change a rule; cheap, since it is asked of every sentence. */
export function mayChange(sentence: string): boolean {
  if (sentence.length > mostChars) return false
  return cue.test(sentence) || otherCue.test(sentence) || correcting.test(sentence)
}

/** Makes it a question of when or where, a wish of somebody else, or no wish at all. */
export const hedged =
  /(?<!\p{L})(?:if|when|once|until|unless|except|should|would|might|maybe|perhaps|why|only|for\s+(?:now|once|the\s+moment)|this\s+time|today|temporarily|wenn|falls|nur|vielleicht|heute|si|solo|sólo|quizás|hoy|seulement|peut-être|aujourd['’]hui|se|forse|oggi|talvez|если|только|может|сегодня|якщо|тільки|jeśli|tylko)(?!\p{L})|如果|只|もし|だけ|만약/iu
export const negated =
  /(?<!\p{L})(?:not|never|cannot|no|nicht|kein\p{L}*|ne|pas|jamais|nunca|não|non|mai|не|нет|нельзя|ні|nie|niet|geen)(?!\p{L})|n['’]t(?!\p{L})|不要|别|不能|ないで|마세요/iu
/** Words that state how something is. */
export const telling =
  /(?<!\p{L})(?:(?:is|are)(?!\s+(?:fine|ok(?:ay)?|enough|good|better|allowed|now)(?!\p{L}))|was|were|has|have|had|says?|said|shows?|reports?|costs?|uses|did|does|ist|sind|hat|sont)(?!\p{L})/iu
/** A question that asks for a change. */
export const politeChange =
  /^\P{L}*(?:(?:ok(?:ay)?|please|so|hey)\P{L}+)*(?:can|could|shall)\s+(?:we|you)\s+(?:please\s+)?(?:switch|continue|go\s+back|change|make|raise|lower|speak|talk|write|reply|answer|use)(?!\p{L})/iu

/** Names the old value first, then the one that replaces it. */
export const fromTo =
  /(?<!\p{L})(?:from\s+([\p{L}\p{N}._-]+)\s+to|replace\s+([\p{L}\p{N}._-]+)\s+(?:with|by))\s+([\p{L}\p{N}._-]+)/iu
export const notThat =
  /(?<![\p{L}\p{N}._-])(?!(?:do|does|did|is|are|was|were|must|should|shall|can|could|may|might|will|would|why|or|and|but|if|please)\s)([\p{L}\p{N}._-]+),?\s+(?:not|over|instead\s+of|rather\s+than)\s+([\p{L}\p{N}._-]+)/iu

/** Words that a change is made of, and that say nothing of what is changed. */
export const cueWords = contentWords(
  `change changes set raise increase lower reduce decrease bump drop bring move extend relax tighten adjust update switch upgrade downgrade replace continue back down up over say stick stay allow allows limit limits max maximum min minimum cap threshold value number day length hmm wait sorry yes yeah nah nope right fine enough good again moving cut lets re ve ll
  mach mache machen ändere setze erhöhe senke reduziere lieber doch stattdessen jetzt sofort weitermachen weiter wechsle wechsel wechseln zurück nimm lass uns daraus es ab auf eigentlich nein ach
  cambia cámbialo cambiarlo pon ponlo sube súbelo baja bájalo aumenta sean sea sigue sigamos continuemos continúa volvamos vuelve pasa pasemos ahora partir mejor espera perdón realidad a
  mets passe passer passez passons change monte augmente baisse continue continuons continuer reviens revenons désormais place plutôt finalement fait bon maintenant
  mude muda coloque aumente diminua vamos volte agora continuar em metti passa passiamo alza abbassa continuiamo torna torniamo invece poi ora anzi meglio in
  maak verander verhoog verlaag liever voortaan vanaf nu schakel toch eigenlijk er van
  сделай пусть будет поменяй измени подними увеличь снизь лучше давай перейдем перейдём перейди вернись вернёмся теперь до на зроби хай нехай буде зміни збільш краще перейдемо перейдімо повернімося тепер
  zmień ustaw podnieś zwiększ obniż lepiej przejdź przejdźmy wróć wróćmy değiştir artır yükselt düşür geç geçelim`,
)
/** Words by which one finds a limit wanting. */
export const verdictWords = contentWords(
  'too strict short long tight low high much little few small big large hard narrow wide restrictive annoying better nicer',
)
/** Words by which one says in which language to speak. */
export const speechWords = contentWords(
  `reply replies answer answers respond response responses speak talk write communicate converse chat say language text message messages me conversation session rest everything english only explain solo sólo solamente únicamente nur ausschließlich seulement uniquement só somente soltanto только тільки tylko alleen
  antworte antworten antwort schreibe schreib schreiben sprich sprechen rede reden mir kommuniziere responde responder respuestas contesta habla hablar escribe escribir conmigo réponds répondez répondre réponses parle parler parlez écris écrire responda respostas fale escreva rispondi risposte parla scrivi
  antwoord schrijf spreek отвечай отвечайте отвечать ответы говори говорите пиши пишите відповідай відповіді говори пиши odpowiadaj mów pisz cevap ver yanıtla konuş yaz svara skriv tala svar snakk jawab bicara tulis trả lời nói`,
)
export const spokenCjk = /回答|回复|答复|交流|说|说话|写|答え|返事|話し|書い|대답|답변|말|써/
/** The whole of what asks for another language where words are not spaced. */
export const languageCjk =
  /^(?:请|那|好的?|我们|咱们|以后|今后|从现在(?:起|开始)|では|じゃあ|これからは?|今後は?|이제|앞으로|부터|[，、,\s])*(?:改用|换成|切换(?:到|成|为)?|用|说|改成|改为)?(中文|英文|英语|日语|法语|德语|韩语|英語|日本語|中国語|韓国語|영어|한국어|일본어|중국어)(?:吧|了|回答|交流|说话?|继续|に切り替えて|に変えて|に戻して|で続けて|で話して|で答えて|でお願い|로|으로|바꿔|전환해?|계속해?|말해|대답해|주세요|줘|ください|します|お願いします|[\s。！.!])*$/

/** Spellings of one unit. */
export const unitSpellings: ReadonlyMap<string, string> = new Map(
  [
    'characters character chars char columns column cols zeichen caractères caracteres caratteri символов символа знаков',
    'percent prozent pct',
    'seconds second secs sec s',
    'minutes minute mins min',
    'hours hour hrs h',
    'usd dollars dollar bucks',
    'euros euro eur',
    'lines line loc',
  ].flatMap((spellings) => {
    const [first = '', ...rest] = [...contentWords(spellings)]
    return [first, ...rest].map((word) => [word, first] as const)
  }),
)
/** Days, by which rules are bound as by numbers. */
export const weekdays = contentWords(
  'monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo',
)
/** Things that have a size of their own: a number that follows may be about that. */
export const measurable =
  /\d|(?<!\p{L})(?:wid(?:e|th|er)|height|tall|high|size|bigg?|small|larg|long|short|px|pixels?|font|margin|padding|radius|opacity|volume|timeout|delay|duration|speed|fast|slow|zoom|scale|columns?|rows?|pages?|limit|threshold|port|count|number|many|much|price|amount|times?|breit|groß|ancho|alto|largeur|taille)/iu

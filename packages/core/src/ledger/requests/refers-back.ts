import { isGoOn, opensWithGoOn } from '../language/go-on.ts'

/** Names something that was proposed, or one of several. */
const named = new RegExp(
  [
    "(?<!\\p{L})(?:(?:option|step|phase|point|item|number|variant|approach|alternative|choice|plan|part|bullet|idea|question|answer|opci[oó]n|paso|punto|opção|passo|ponto|opzione|étape|schritt|punkt|variante|stap|optie|steg|trin|krok|opcj[aę]|вариант|шаг|пункт|варіант|крок|adım|seçenek|bước|phương án|opsi|langkah|vaihtoehto|vaihe|možnost)\\s*#?(?:\\d{1,2}|[a-e]|one|two|three|four|five)|(?:как|as|like|what|which|that|how|everything|all|the (?:one|way))\\s+you(?:[’']ve)?\\s+(?:just\\s+)?(?:sa[iy]|suggest|propos|describ|recommend|plan|list|found|mention|outlin|wrote|draft|show)\\p{L}*)(?!\\p{L})",
    '(?<!\\p{L})(?:your|the|that|this|these|those|both|all|first|second|third|last|next|every)\\s+(?:\\p{L}+\\s+)?(?:plan|proposal|suggestion|recommendation|option|approach|variant|alternative|step|phase|finding|point|improvement|idea)(?:e?s)?(?!\\p{L})',
    '(?<!\\p{L})(?:(?:der|die|das|den|dein\\p{L}*|diese[rnms]?)\\s+(?:\\p{L}+\\s+)?(?:plan|vorschl\\p{L}+|option\\p{L}*|variante\\p{L}*|schritt\\p{L}*|ansatz)|(?:l[ae]s?|ta|ton|tes|cette|ce|el|los|las|tu|tus|es[ea]|est[ea]|il|lo|gli|tuo|tua|quest[oa]|o|a|os|as|seu|sua|esse|essa)\\s+(?:\\p{L}+\\s+)?(?:plan|piano|plano|propos\\p{L}+|propuesta|proposta|suggestions?|sugerencias?|suger\\p{L}+|options?|opciones|étapes?|pasos|passi|passos|approche|enfoque)|(?:твой|твоего|этот|этому|ваш)\\s+(?:план|вариант)\\p{L}*|план[ауе]?\\p{L}*)(?!\\p{L})',
    '方案|按(?:照)?(?:你|您|这|那|上面)|第[一二三四五六七八九十\\d]+(?:个|個|种|步|点|项)|[一二三四五六七八九十\\d]番目|(?:その|この|上記の|提案)(?:案|通り|とおり|計画|プラン|方法)|案で|[첫두세네]\\s?번째|\\d번|(?:그|이|제안한?)\\s?(?:계획|방법|안|대로)|الخيار|الخطة|विकल्प|योजना|ตัวเลือก|แผน',
  ].join('|'),
  'iu',
)
/** Words that refer to something said before: at the beginning of an order, or at its end. */
const pointers = [
  'it|that|this|those|these|them|both|either|neither|all\\s+of\\s+(?:it|them|those)|(?:this|that|which|each|other)\\s+one',
  'the\\s+(?:first|second|third|fourth|fifth|last|other|former|latter|rest|same|above)(?:\\s+(?:one|two|three|ones))?',
  'diese[rsnm]?|dies|beides?|(?:das|es)(?=\\s+(?:um|so|aus|an|bitte|jetzt)(?!\\p{L}))|eso|esto|es[ao]s|est[ao]s|ambos|ça|cela|ceci|ceux-ci|celles-ci|questo|quello|quest[ie]|isso|isto|aquilo',
  'это|эти|их|це|ці|їх|dat|dit|deze|dessa|tämä|tuo|tyto|bunu|onu|bunları|onları|hepsini|điều đó|cái đó|cái này|itu|ini|semuanya|ذلك|هذا|هذه|تلك|इसे|यह|वह|उसे|นั้น|นี้',
].join('|')
/** Words that refer to something only where nothing follows them: else they are articles, or lead on. */
const lastPointers = `${pointers}|so|one|ones|das|es|alles|tout|todo|tutto|tudo|все|всё|так|все це|het|det|den|dem|se|ne|sitä|to|toto|je`
const leads =
  "(?:(?:ok(?:ay)?|yes|please|pls|now|then|just|so|also|and|well|can|could|would|will|you|let['’]?s|go|ahead|i|want|need|to|bitte|jetzt|dann|por favor|ahora|maintenant|alors|per favore|ora|agora|пожалуйста|теперь|тогда)[,.!:]?\\s+){0,6}"
/** An order that says more by itself than this is understood without what was said before it. */
const shortChars = 160
const early = new RegExp(
  `^\\P{L}{0,${shortChars}}${leads}(?:[\\p{L}\\p{M}'’-]+\\s+){0,3}?(?:${pointers})(?![\\p{L}\\p{M}])`,
  'iu',
)
const late = new RegExp(`(?<![\\p{L}\\p{M}])(?:${lastPointers})\\P{L}*$`, 'iu')
/** Pronouns that are a part of the verb, and those of scripts that put words side by side. */
const joined =
  /(?:^|\s)(?:\p{L}{2,}(?:-l[ae]s?|-moi|zlo|zla|elo|ela|alo|ala|alos|elos)|f[aá]llo|fatelo|hazlo)(?!\p{L})|这|那|它|其|照办|就这|それ|これ|その|この|あれ|그거|그것|그걸|그렇|이거|이것|이걸|이대로|그대로/iu
/** Nothing but places in a list: "1 and 3", "all but 2", "only the 4th". */
const places =
  /^(?=\D{0,30}\d)(?:(?:and|but|not|only|just|all|except|or|plus|the|then|yes|no|do|und|oder|nur|y|o|solo|et|ou|e|и|или|только|i|en|och|og|ve|dan|to|through|st|nd|rd|th)(?!\p{L})|\d{1,2}(?!\d)|和|と|跟|第|个|、|[\s,.;:&+()#/-]){1,24}$/iu

/** Thanks for what was done, or a word that lets go of it: what follows is about something else. */
const farewell =
  /^(?:(?:ok(?:ay)?|great|perfect|nice|no|actually|wait)[,.!]*\s+)?(?:thanks?(?:\s+you)?(?:\s+(?:a lot|so much|very much))?|thx|danke(?:\s+(?:dir|schön|sehr))?|gracias|merci(?:\s+beaucoup)?|obrigad[oa]|grazie|спасибо|дякую|dzięki|dank\s+je|tack|teşekkürler|(?:forget|scrap|drop|skip|leave)\s+(?:that|it|this|all\s+(?:that|of\s+it))|never\s?mind(?:\s+(?:that|it))?|vergiss\s+(?:das|es)|olvídalo|oublie\s+ça|laisse\s+tomber|lascia\s+perdere|esquece\s+isso|забудь)\s*(?:[.!…;—–-]+|,)\s+/iu
/** A farewell and less than this is said of what was before. */
const fewestWords = 4

/** A long text refers to a proposal in its opening, if at all. */
const openingChars = 240
/** After a list of steps, an order as short as this is about one of them. */
const curtChars = 80
const question = /[?？؟]["'”’)\]*_\s]*$/u
const offer =
  /(?:let me know|tell me|say (?:the word|which|so)|up to you|your call|sag(?:en sie)? (?:mir )?bescheid|dis-moi|dime|avísame|fammi sapere|me avise|дай(?:те)? знать|скажи)(?!\p{L})[^\n]{0,160}$/iu
const listItem = /^[^\S\n\r\u2028\u2029]*(?:[-*•]|\(?\d{1,2}[.)]|\(?[a-e][.)])\s+\S/gim
/** The end of an answer in which it asks or offers. */
const endChars = 400

/** True if a request cannot be understood without the answer before it, of which as much is given as is known. */
export function refersBack(request: string, answer: string): boolean {
  const text = withoutFarewell(request.trim())
  if (isGoOn(text)) return true
  const opening = text.slice(0, openingChars)
  if (named.test(opening) || opensWithGoOn(text)) return true
  if (text.length > shortChars) return false
  if (places.test(text) || joined.test(text) || early.test(text) || late.test(text)) return true
  return !question.test(text) && isProposal(answer, text.length)
}

/** A text without the words that close what was before it, where enough follows them to be understood alone. */
function withoutFarewell(text: string): string {
  const found = farewell.exec(text.slice(0, openingChars))?.[0]
  if (found === undefined) return text
  const rest = text.slice(found.length)
  return rest.slice(0, openingChars).split(/\s+/).length >= fewestWords ? rest : text
}

/** True if an answer waits for a reply: it asks, offers, or lists what a curt order may be about. */
function isProposal(answer: string, requestChars: number): boolean {
  const end = answer.trimEnd().slice(-endChars)
  if (question.test(end) || offer.test(end)) return true
  return requestChars <= curtChars && (answer.match(listItem)?.length ?? 0) > 1
}

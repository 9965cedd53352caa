import { furtherEnding, furtherFormal } from './form-words.ts'

/** Words that carry the form of a rule, not its subject. */
const formal = wordSet(
  `a an the and or but so to of in on at for from with without by as is are be been do does did don dont not no never always must should shall may can could would will
  please just only also again now anymore any more use using used uses make sure ensure keep avoid prefer instead rather than it its this that these those you your i my me we our us
  what said told asked about rule rules forget ignore disregard longer need needs have has had there here when before after each every all them they he she if then than
  ok okay fine allowed from until let go ahead want like first really actually correction
  de la le les l un une des du et ou ne n pas jamais toujours que qui il faut pour dans sur avec au aux à d j ai en tu vous te utilise utilisez utiliser
  der die das und oder nicht nie niemals immer ein eine einen den dem des zu mit auf für bitte nur von vom zur zum im am verwende verwenden verwendet benutze benutzen nutze nutzen
  el los las una unos no nunca siempre que por para con en y o del al lo se usa usar uses use utiliza utilizar utilices
  o os as um uma não sempre em e com para do da dos das na nos nas usem utilize
  il lo gli i non mai sempre di che per con sui sul sulla sulle dei della delle al nel usare utilizza utilizzare
  не никогда всегда и в на с по для что это только о об про у к ко же используй используйте использовать использование применяй применять
  ніколи завжди і й з із для що це тільки лише використовуй використовуйте використовувати
  nie zawsze nigdy i w na z ze do o od po dla to że używaj użyj używać użycia używania
  asla her zaman bir ve ile için kullan kullanma kullanın kullanmayın kullanabilirsin kullanabilirsiniz kullanmak kullanmana lütfen sadece
  không đừng được cấm hãy luôn phải chỉ dùng sử dụng
  jangan selalu harus wajib tidak boleh gunakan pakai menggunakan memakai yang dan di ke untuk
  لا يجب دائما دائمًا أبدا أبدًا استخدم تستخدم استخدام من في على إلى أن
  का की के को में से पर है हैं और या मत न नहीं कभी भी हमेशा उपयोग इस्तेमाल करो करें करना करने कर होना चाहिए केवल
  ${furtherFormal}`,
)
/** Words that carry the form of what ends a rule; in a rule itself they may say what it is about. */
const ending = wordSet(
  `take back permitted acceptable earlier previous prior old former out too anyway hereby scrap drop lift lifted cancel cancelled canceled revoke revoked dropped withdraw withdrawn ditch undo void gone over off obsolete valid
  apply applies hold holds feel free mind nevermind restriction restrictions constraint constraints requirement requirements instruction instructions preference preferences ban prohibition required needed necessary mandatory
  raise increase lower reduce extend cut change changed limit limits doesn isn aren
  scratch strike changed last welcome
  dit peux pouvez peut dois devez plus besoin maintenant désormais nouveau oublie oubliez oublier ignorez ignorer annule annulez laisse tomber règle règles consigne interdiction contrainte obligation levée annulée supprimée
  est sont es êtes as avez obligé obligée obligatoire nécessaire requis autorisé autorisée autorisés autorisées permis permise toutes tous précédentes précédents anciennes mes ma mon cette finalement s applique vaut augmente augmentez relève baisse réduis porte passe
  über was ich du ihr wir es mehr wieder jetzt nun doch ab sofort ist sind wird wurde gilt darfst kannst darf kann musst muss müssen brauchst brauchen dürft könnt vergiss vergesst ignoriere streiche regel regeln vorgabe verbot einschränkung beschränkung pflicht
  aufgehoben gestrichen erlaubt gestattet ordnung nötig notwendig erforderlich alle bisherigen früheren vorherigen alten meine meinen gesagt habe hebe nehme erhöhe senke reduziere beträgt liegt
  ya ahora puedes puede pueden olvida ignora anula cancela regla reglas norma restricción prohibición sobre dije hace falta es necesario necesaria obligatorio tienes tienen necesitas hay nuevo otra vez volver queda está están levantada anulada cancelada permitido permitida todas anteriores mi mis esa sube aumenta baja reduce
  pode podes podem agora já você esqueça esquece cancele anule regra regras restrição proibição foi revogada vale mais precisa precisas necessário preciso obrigatório novo novamente voltar disse eu sobre aumente reduza
  ora adesso puoi potete dimentica annulla revoca regola regole restrizione divieto vincolo è stata stato annullata annullato revocata revocato più serve necessario necessaria obbligatorio obbligatoria occorre devi bisogno nuovamente quello ho detto su tutte precedenti permesso consentito alza riduci
  ты вы мы я теперь можно можешь можете снова опять уже больше нужно надо обязательно требуется забудь забудьте игнорируй отмени отменяю сними снимаю правило правила запрет ограничение требование снят снято отменен отменено отменён разрешен разрешён разрешено разрешены разрешена все всё предыдущие прежние прошлые старые то действует подними увеличь снизь уменьши до
  ти ви ми тепер можна можеш знову вже більше потрібно треба ігноруй скасуй скасовую зніми заборону заборона обмеження скасовано знято дозволено всі усі попередні старі діє збільш зменш
  już teraz możesz można wolno znowu znów ponownie jednak musisz trzeba musi zapomnij zignoruj anuluj odwołaj znieś zasada zasadę zasadzie zasady zasad zasadach reguła regułę regule reguły zakaz zakazie ograniczenie obowiązuje są został została konieczne wymagane potrzebne dozwolone
  wszystkich wszystkie poprzednie poprzednich wcześniejszych dotyczącą dotyczącej zwiększ podnieś zmniejsz
  artık şimdi bundan sonra böyle yap yapma yapabilirsin tekrar yeniden unut unutun kural kuralı kuralını kurallar kuralları kısıtlama yasak yasağı kaldırıldı kaldırdım kaldır iptal gerek yok zorunda değilsin değil gerekmiyor hakkındaki ilgili tüm bütün önceki serbest çıkar yükselt düşür
  bây giờ bạn có thể lại nữa cần quên bỏ qua hủy gỡ quy tắc định về đã việc lệnh còn hiệu lực tất cả các những trước đó tăng giảm lên xuống rồi đi
  sekarang kamu anda bisa sudah lagi perlu lupakan abaikan batalkan cabut aturan larangan batasan tentang soal dicabut dibatalkan berlaku semua sebelumnya naikkan turunkan menjadi
  الآن يمكنك بإمكانك مجددا مجددًا انس تجاهل ألغ القاعدة قاعدة القواعد بخصوص حول عن ما قلت لم يعد الضروري ضروريا ضروريًا مطلوبا تم إلغاء رفع الحظر حظر القيد قيد كل جميع السابقة بعد ارفع مسموح به
  यह वह अब आप तुम सकते सकती सकता हो नियम भूल जाओ जाएं जाइए ज़रूरत जरूरत ज़रूरी जरूरी आवश्यक अनिवार्य रद्द वाला वाले सभी सारे पुराने पिछले फिर गया दो बढ़ाकर बढ़ाओ बढ़ा तक
  ${furtherEnding}`,
)
/** "Is" in Polish, and also a tool, unless it goes on like this. */
const isInPolish = /(?<!\p{L})jest(?=\s+(?:już|teraz|znowu|znów|dozwol|dopuszcz|znies|anul|nieaktual))/giu
/** Scripts that put no spaces between words: of these, words are pairs of letters. */
export const spaceless = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/
const runs =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+|\d+(?:[.,]\d+)+(?![\p{L}\p{N}])|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f])[\p{L}\p{M}\p{N}_-])+/gu
const formalCjk =
  /收回|刚才|我|说|话|不算|さっき|の件|の話|します|얘기|없던|걸로|不用再|不再|不要|不用|不必|不能|必须|禁止|务必|一律|千万|只能|始终|取消|解除|作废|忘掉|忘记|忽略|现在|現在|重新|可以|以后|之前|所有|全部|规则|限制|要求|关于|提高|降低|改用|改成|换成|而不是|请|了|的|再|条|那|这|到|对|把|用|使用|不|只|必ず|絶対に?|常に|ないで|わないで|ください|下さい|という|についての?|ルール|すべて|全て|これまで|以前|今後|これから|使用|使って|使わ|使う|使い|使え|代わり|ではなく|してもいい|しても|してい|して|しない|でもいい|ても|でも|もう|なくて|構わない|大丈夫|必要|ありません|なくなり|忘れて|無視|取り消し|撤回|いい|です|ます|ました|引き上げ|引き下げ|変更|延長|以下|以上|以内|すること|する|した|こと|は|を|に|が|で|の|も|な|よ|반드시|절대|항상|하지|마세요|마라|금지|이제|앞으로|다시|사용|써도|해도|하세요|하기|주세요|돼요|됩니다|되요|돼|더\s?이상|않아도|필요|없어요|없습니다|없|규칙|제한|잊어|무시|취소|대한|관한|모든|이전|대신|말고|해줘|해|는|은|을|를|이|가|에|로|도|만|의|ห้าม|ต้อง|เสมอ|อย่า|ตอนนี้|ไม่|ใช้|ได้|แล้ว|อีก|จำเป็น|กฎ|เรื่อง|เกี่ยวกับ|ยกเลิก|ลืม|ทั้งหมด|ก่อนหน้า|แทนที่จะ|แทน|ข้อ|การ|เพิ่ม|ลด|เป็น|เกิน|ถึง/g

/** The words that say what a rule is about, in a form that endings do not change much. */
export function contentWords(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [run] of text.toLowerCase().matchAll(runs)) for (const word of wordsOf(run)) found.add(word)
  return found
}

/** The words that say which rule a sentence is about that ends one. */
export function namedWords(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [run] of text.replace(isInPolish, '').toLowerCase().matchAll(runs)) {
    if (!ending.has(run)) for (const word of wordsOf(run)) found.add(word)
  }
  return found
}

/** The things named first: the content words at the start, up to the first function word after them. */
export function firstNamed(text: string): readonly string[] {
  const found: string[] = []
  for (const [run] of text.toLowerCase().matchAll(runs)) {
    const words = ending.has(run) ? [] : wordsOf(run)
    if (words.length === 0 && found.length > 0) break
    for (const word of words) found.push(word)
  }
  return found
}

/** The share of the smaller set that is in the other, from 0 to 1; an empty set has nothing in common. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size < b.size ? share(a, b) : share(b, a)
}

/** The share of the first set that is in the other, from 0 to 1; 0 for an empty set. */
export function share(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  let shared = 0
  for (const word of part) if (whole.has(word)) shared++
  return shared === 0 ? 0 : shared / part.size
}

/** As `share`, and beside a word that both have, other forms of a word count too. */
export function looseShare(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (share(part, whole) === 0) return 0
  const shared = [...part].filter((word) => whole.has(word) || [...whole].some((other) => isForm(word, other)))
  return shared.length / part.size
}

/** True if one word only extends the other, at its end or, as in Indonesian, before its beginning. */
function isForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 5 && long.length - short.length <= 3 && (long.startsWith(short) || long.endsWith(short))
}

function wordsOf(run: string): readonly string[] {
  if (spaceless.test(run)) return pairs(run)
  const word = run.replace(/^no-|-(?:rule|regel|vorgabe|verbot|pflicht)n?$/g, '')
  if (changing.test(word)) return ['chang']
  return formal.has(word) || (word.length < 2 && !/\d/.test(word)) ? [] : [stem(word)]
}

/** A ban on touching something is a ban on editing it, and vice versa. */
const changing = /^(?:touch|edit|modif|chang|alter)(?:y|e|es|s|ies|ed|ied|d|ing)?$/

function pairs(run: string): readonly string[] {
  const found: string[] = []
  for (const piece of run.replace(formalCjk, ' ').split(' ')) {
    if (piece.length === 1) found.push(piece)
    for (let i = 0; i + 1 < piece.length; i++) found.push(piece.slice(i, i + 2))
  }
  return found
}

/** Cuts common endings: `pushing`, `pushes` and `pushed` are about `push`, and so in other languages. */
function stem(word: string): string {
  if (word.length === 4 && /[ыьиа]$/u.test(word)) return word.slice(0, -1)
  if (word.length < 5) return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  return word
    .replace(/^ال(?=.{3})/u, '')
    .replace(
      /(?<=.{3})(?:ing|ed|es|s|en|er|leri|ları|ów|ami|ach|om|ами|ями|ов|ев|ів|ах|ях|ом|ем|ой|ей|ый|ий|ать|ять|ить|ати|яти|ити|ай|яй|aj|ać|uj|ij|ić|yć)$/u,
      '',
    )
    .replace(/(?<=.{3})[aeiouyàáâãèéêìíòóôõùúąęıаеиоуыэюяйьіїє]{1,40}$/u, '')
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}

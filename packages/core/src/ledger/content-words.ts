/** Words that carry the form of a rule, not its subject. */
const formal = new Set(
  `a an the and or but so to of in on at for from with without by as is are be been do does did don dont not no never always must should shall may can could would will
  please just only also again now anymore any more use using make sure ensure keep avoid prefer instead rather than it its this that these those you your i my me we our us
  what said told asked about rule rules forget ignore disregard longer need needs have has had there here when before after each every all them they he she if then than
  ok okay fine allowed from until let go ahead want like first really actually
  de la le les un une des du et ou ne pas jamais toujours que qui il faut pour dans sur avec au aux
  der die das und oder nicht nie immer ein eine den dem zu mit auf für bitte nur
  el los las una unos no nunca siempre que por para con en y o del al
  o os as um uma não sempre em e com para do da
  il lo gli non mai sempre di che per con
  не никогда всегда и в на с по для что это только
  nie zawsze nigdy i w na z do`.split(/\s+/),
)
const spaceless = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/
const runs = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+|[\p{L}\p{M}\p{N}_-]+/gu
const formalCjk =
  /不用再|不要|必须|禁止|务必|一律|千万|只能|始终|取消|现在|可以|以后|之前|规则|请|了|的|再|用|使用|必ず|絶対に?|常に|ないで|ください|して|しない|もう|なくて|いい|です|ます|すること|こと|は|を|に|が|で|の|반드시|절대|항상|하지|마세요|금지|이제|해도|돼|더\s?이상|않아도|는|은|을|를|이|가|에|로|ห้าม|ต้อง|เสมอ|อย่า/g

/** The words that say what a rule is about, in a form that endings do not change much. */
export function contentWords(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [run] of text.toLowerCase().matchAll(runs)) {
    if (spaceless.test(run)) for (const pair of pairs(run)) found.add(pair)
    else if (!formal.has(run) && run.length > 1) found.add(stem(run))
  }
  return found
}

/** How much of the smaller set is in the other, from 0 to 1; nothing in common with an empty set. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size)
  if (smaller === 0) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / smaller
}

function pairs(run: string): readonly string[] {
  const found: string[] = []
  for (const piece of run.replace(formalCjk, ' ').split(' ')) {
    if (piece.length === 1) found.push(piece)
    for (let i = 0; i + 1 < piece.length; i++) found.push(piece.slice(i, i + 2))
  }
  return found
}

/** Cuts common endings: `pushing`, `pushes` and `pushed` are about `push`. */
function stem(word: string): string {
  if (word.length < 5) return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  return word.replace(/(?:ing|ed|es|s|en|er|ать|ять|ить|ай|яй|и|у|ы|а)$/u, '')
}

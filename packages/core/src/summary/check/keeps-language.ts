import { countScripts, isDense, type Script } from './script.ts'

/** Fewer letters than this may be a name or a quotation. */
const leastLetters = 30
/** One script carries this share of what the user wrote: then their language is plain. */
const plainShare = 0.6
/** Names and code are Latin everywhere: a user of that script gets more of it, others need only a trace of theirs. */
const leastLatinShare = 0.4
const leastShare = 0.05

/** True if a summary is in a script that the user writes. Only clear violations count: same script, same language. */
export function keepsLanguage(userWords: string, summary: string): boolean {
  const spoken = weigh(userWords)
  const written = weigh(summary)
  if (spoken.total < leastLetters || written.total < leastLetters) return true
  const [main, letters] = [...spoken.byScript].reduce((a, b) => (b[1] > a[1] ? b : a), ['latin', 0] as [Script, number])
  if (letters / spoken.total < plainShare) return true
  return (written.byScript.get(main) ?? 0) / written.total >= (main === 'latin' ? leastLatinShare : leastShare)
}

function weigh(text: string): { readonly byScript: ReadonlyMap<Script, number>; readonly total: number } {
  const byScript = new Map<Script, number>()
  let total = 0
  for (const [script, letters] of countScripts(withoutHeadings(text))) {
    const weight = isDense(script) ? letters * 2.5 : letters
    byScript.set(script, weight)
    total += weight
  }
  return { byScript: joinJapanese(byScript), total }
}

/** Japanese mixes kana with Han characters; Chinese has no kana. */
function joinJapanese(byScript: ReadonlyMap<Script, number>): ReadonlyMap<Script, number> {
  const [kana, han] = [byScript.get('kana') ?? 0, byScript.get('han') ?? 0]
  return kana > han * 0.15 ? new Map([...byScript, ['kana', kana + han], ['han', 0]]) : byScript
}

function withoutHeadings(text: string): string {
  return text.replace(/^#{1,6} .{0,200}$/gm, '').replace(/\bNone\.?/g, '')
}

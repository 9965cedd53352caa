import { contentWords } from '../language/content-words.ts'

/** Languages that people speak, as people of several of them name them. */
const languages = `english french german spanish italian portuguese chinese japanese korean russian polish turkish vietnamese indonesian arabic hindi thai ukrainian dutch swedish danish norwegian finnish czech greek hebrew romanian hungarian
  deutsch englisch französisch spanisch italienisch français anglais allemand espagnol italien español inglés francés alemán italiano português inglês francês inglese francese tedesco spagnolo
  polsku angielsku niemiecku türkçe ingilizce almanca anh indonesia inggris русском английском немецком по-русски по-английски українською англійською العربية الإنجليزية हिंदी हिन्दी अंग्रेज़ी
  中文 英文 英语 日语 英語 日本 한국 영어`

/** Choices of which one excludes the others: a rule for one ends a rule for another. */
const choices: readonly ReadonlySet<string>[] = [
  languages,
  'tabs spaces',
  'npm pnpm yarn bun',
  'jest vitest mocha',
  'merge rebase squash',
  'light dark',
  'metric imperial',
  'short brief concise long detail verbose',
  'single double',
  'sqlite postgres postgresql mysql mongodb',
  'axios fetch',
  'typescript javascript',
  'snake_case camelcase kebab-case',
].map(contentWords)
/** Which choice a word is of. */
const choiceOf = new Map(choices.flatMap((words, choice) => [...words].map((word) => [word, choice] as const)))
/** The choice between languages. */
export const languageChoice = 0
/** Words that name nothing else: what is chosen by one of them is clear from the word alone. */
const specific = contentWords('npm jest metric sqlite snake_case typescript')

/** True for a choice between everyday words, which may be said of anything. */
export function isEverydayChoice(choice: number): boolean {
  return ![...(choices[choice] ?? [])].some((word) => specific.has(word))
}

/** Naming two members of a choice selects none. */
export function chosenAmong(words: ReadonlySet<string>): ReadonlyMap<number, string | undefined> {
  const chosen = new Map<number, string | undefined>()
  for (const word of words) {
    const choice = choiceOf.get(word)
    if (choice !== undefined) chosen.set(choice, chosen.has(choice) ? undefined : word)
  }
  return chosen
}

/** Things that a rule names only to rule them out: "spaces, never tabs", "pnpm instead of npm". */
const rejected =
  /(?:[,;:(—–-]\s*(?:and\s+|but\s+|und\s+|y\s+|et\s+)?(?:never|not|no|nicht|nie(?:mals)?|keine?|nunca|pas|jamais|mai|não|не)|(?<!\p{L})(?:instead\s+of|rather\s+than|over|statt|anstatt|en\s+vez\s+de|au\s+lieu\s+de|invece\s+di|вместо))\s+(?:use\s+|using\s+|de\s+)?([\p{L}\p{N}_-]+)/giu

/** Of each choice the one member that a rule is for; what it rules out is none. */
export function chosenIn(text: string, words: ReadonlySet<string>): ReadonlyMap<number, string | undefined> {
  const out = contentWords(Array.from(text.matchAll(rejected), ([, word]) => word ?? '').join(' '))
  return chosenAmong(out.size === 0 ? words : new Set([...words].filter((word) => !out.has(word))))
}

/** A writing system, as far as it distinguishes languages. */
export type Script = 'latin' | 'cyrillic' | 'greek' | 'arabic' | 'hebrew' | 'indic' | 'thai' | 'hangul' | 'kana' | 'han'

const ranges: readonly (readonly [number, number, Script])[] = [
  [0x41, 0x5a, 'latin'],
  [0x61, 0x7a, 'latin'],
  [0xc0, 0x24f, 'latin'],
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x52f, 'cyrillic'],
  [0x590, 0x5ff, 'hebrew'],
  [0x600, 0x77f, 'arabic'],
  [0x900, 0xdff, 'indic'],
  [0xe00, 0xe7f, 'thai'],
  [0x1100, 0x11ff, 'hangul'],
  [0x3040, 0x30ff, 'kana'],
  [0x3400, 0x9fff, 'han'],
  [0xac00, 0xd7af, 'hangul'],
]

/** Code, paths and names are Latin in every language, so they say nothing about it. */
const notProse = /`[^`\n]{0,500}`|[!-~]{0,100}(?:[/\\_=<>{}()@#$]|[.:](?=[!-~]))[!-~]{0,500}/g

/** Counts the letters of each script in a text's prose. */
export function countScripts(text: string): ReadonlyMap<Script, number> {
  const counts = new Map<Script, number>()
  const prose = text
    .split('\n')
    .map((line) => line.slice(0, 2_000).replace(notProse, ' '))
    .join('\n')
  for (let i = 0; i < prose.length; i++) {
    const script = scriptOf(prose.charCodeAt(i))
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1)
  }
  return counts
}

/** Letters of such scripts say about as much as two or three of an alphabet. */
export function isDense(script: Script): boolean {
  return script === 'han' || script === 'kana' || script === 'hangul'
}

/** The script of a UTF-16 code unit, if it is a letter of one that we distinguish. */
export function scriptOf(code: number): Script | undefined {
  if (code < 0x41) return undefined
  return ranges.find(([from, to]) => code >= from && code <= to)?.[2]
}

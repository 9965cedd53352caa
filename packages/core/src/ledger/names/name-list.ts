import type { NameFact } from './name-fact.ts'

/**
 * Names as the lines of one text: kept with every compaction, they take a third of what they would take as objects. The
 * first number says how much of a name is that of the line before.
 */
export function writeNames(names: readonly NameFact[]): string {
  const byText = new Map(names.map((name) => [name.text, name]))
  let before = ''
  let list = ''
  for (const text of [...byText.keys()].sort()) {
    const { kind, times, first, last, asked } = byText.get(text) ?? nothing
    const shared = sharedChars(before, text)
    const mark = `${kind === 'path' ? '/' : ''}${asked ? '!' : ''}`
    const line = `${number(shared)} ${number(times)} ${number(first)} ${number(last - first)}${mark} ${text.slice(shared)}`
    list += list === '' ? line : `\n${line}`
    before = text
  }
  return list
}

const nothing = { kind: 'identifier', times: 1, first: 0, last: 0, asked: false } as const

/** The list that was read last: one compaction reads the same several times. */
let latest: { readonly list: string; readonly names: readonly NameFact[] } = { list: '', names: [] }

/** Reads names back; what is no such line is passed over. */
export function readNames(list: string | undefined): readonly NameFact[] {
  if (typeof list !== 'string' || list === '') return []
  if (latest.list !== list) latest = { list, names: namesIn(list) }
  return latest.names
}

function namesIn(list: string): readonly NameFact[] {
  const names: NameFact[] = []
  let before = ''
  for (const line of list.split('\n')) {
    const [, shared, times, first, since, mark = '', rest = ''] = written.exec(line) ?? []
    if (shared === undefined || times === undefined || first === undefined || since === undefined) continue
    const text = before.slice(0, Number.parseInt(shared, radix)) + rest
    const from = Number.parseInt(first, radix)
    names.push({
      text,
      kind: mark.startsWith('/') ? 'path' : 'identifier',
      times: Number.parseInt(times, radix),
      first: from,
      last: from + Number.parseInt(since, radix),
      asked: mark.endsWith('!'),
    })
    before = text
  }
  return names
}

const radix = 36
const written = /^([0-9a-z]{1,9}) ([0-9a-z]{1,9}) ([0-9a-z]{1,9}) ([0-9a-z]{1,9})(\/?!?) (.*)$/

function number(value: number): string {
  return value.toString(radix)
}

function sharedChars(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return at
}

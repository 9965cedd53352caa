/** A field of a domain object; `sample` is source text. */
export interface Field {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean'
  readonly sample: string
}

/** One domain object of the service; each has a folder with its rules, store, routes and tests. */
export interface Subject {
  readonly one: string
  readonly many: string
  readonly about: string
  readonly fields: readonly Field[]
  /** The numeric field that people argue about. */
  readonly amount: string
  /** In the order of its life; the last is its end. */
  readonly statuses: readonly string[]
}

export function text(name: string, sample: string): Field {
  return { name, type: 'string', sample: `'${sample}'` }
}

export function count(name: string, sample: number): Field {
  return { name, type: 'number', sample: String(sample) }
}

export function flag(name: string): Field {
  return { name, type: 'boolean', sample: 'false' }
}

/** `fareRule` → `FareRule` */
export function upper(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** `fareRule` → `fare_rule`, as columns are named. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** `petTicket` → `pet ticket`, as people say it. */
export function plain(name: string): string {
  return snake(name).replaceAll('_', ' ')
}

/** The word with its article. */
export function a(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}

/** The status a new one has, and the one it ends in. */
export function ends(subject: Subject): { readonly first: string; readonly last: string } {
  return { first: subject.statuses[0] ?? 'new', last: subject.statuses.at(-1) ?? 'done' }
}

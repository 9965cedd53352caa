import type { Random } from '../random.ts'
import type { Subject } from './subject.ts'
import { ends, upper } from './subject.ts'

/** The file with a subject's type, its life and its small rules. Which rules it has is up to chance. */
export function rulesSource(subject: Subject, random: Random): string {
  const type = upper(subject.one)
  const { first } = ends(subject)
  return `import { newId } from '../lib/ids.ts'
import { problem } from '../lib/problem.ts'

/** ${subject.about} */
export interface ${type} {
  readonly id: string
${subject.fields.map(({ name, type: kind }) => `  readonly ${name}: ${kind}`).join('\n')}
  readonly status: ${type}Status
  readonly createdAt: string
}

export const ${subject.one}Statuses = [${subject.statuses.map((status) => `'${status}'`).join(', ')}] as const
export type ${type}Status = (typeof ${subject.one}Statuses)[number]

/** From each status, the ones that may follow. */
const next: Record<${type}Status, readonly ${type}Status[]> = {
${life(subject)}
}

export type ${type}Draft = Omit<${type}, 'id' | 'status' | 'createdAt'>

export function create${type}(draft: ${type}Draft, now: string): ${type} {
  return { ...draft, id: newId('${subject.one.slice(0, 3).toLowerCase()}'), status: '${first}', createdAt: now }
}

export function move${type}(${subject.one}: ${type}, to: ${type}Status): ${type} {
  if (!next[${subject.one}.status].includes(to)) {
    throw problem(409, '${subject.one} ' + ${subject.one}.id + ' cannot go from ' + ${subject.one}.status + ' to ' + to)
  }
  return { ...${subject.one}, status: to }
}

export function group${upper(subject.many)}(${subject.many}: readonly ${type}[]): ReadonlyMap<${type}Status, readonly ${type}[]> {
  const groups = new Map<${type}Status, ${type}[]>()
  for (const ${subject.one} of ${subject.many}) {
    const group = groups.get(${subject.one}.status) ?? []
    groups.set(${subject.one}.status, [...group, ${subject.one}])
  }
  return groups
}
${random
  .shuffled(extraRules)
  .slice(0, random.int(2, 3))
  .map((rule) => `\n${rule(subject)}\n`)
  .join('')}`
}

function life(subject: Subject): string {
  const { last } = ends(subject)
  return subject.statuses
    .map((status, i) => {
      const after = [...new Set([subject.statuses[i + 1], last])].filter((to) => to !== undefined && to !== status)
      return `  ${status}: [${after.map((to) => `'${to}'`).join(', ')}],`
    })
    .join('\n')
}

const extraRules: readonly ((subject: Subject) => string)[] = [
  ({ one, many, amount }) => `/** Adds up ${amount}; an empty list adds up to nothing. */
export function sum${upper(amount)}(${many}: readonly ${upper(one)}[]): number {
  return ${many}.reduce((sum, ${one}) => sum + ${one}.${amount}, 0)
}`,
  ({ one, many, amount }) => `/** Largest ${amount} first; equal ones stay as they were. */
export function rank${upper(many)}(${many}: readonly ${upper(one)}[]): readonly ${upper(one)}[] {
  return [...${many}].sort((a, b) => b.${amount} - a.${amount})
}`,
  (subject) => `/** A ${subject.one} that has not come to its end yet. */
export function isLive${upper(subject.one)}(${subject.one}: ${upper(subject.one)}): boolean {
  return ${subject.one}.status !== '${ends(subject).last}'
}`,
  ({
    one,
    many,
    amount,
  }) => `/** The middle one, so that a single odd ${amount} does not move the figure on the dashboard. */
export function median${upper(amount)}(${many}: readonly ${upper(one)}[]): number | undefined {
  const sorted = ${many}.map((${one}) => ${one}.${amount}).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}`,
  ({ one, many }) => `/** Those created on one day; the day is a UTC date such as 2026-03-02. */
export function ${many}Of(day: string, ${many}: readonly ${upper(one)}[]): readonly ${upper(one)}[] {
  return ${many}.filter((${one}) => ${one}.createdAt.startsWith(day))
}`,
]

import type { Subject } from './subject.ts'
import { ends, snake, upper } from './subject.ts'

/** The tests of a subject's rules. One of them looks at the real clock, which it should not. */
export function rulesTestSource(subject: Subject): string {
  const { one, many } = subject
  const type = upper(one)
  const { first, last } = ends(subject)
  const second = subject.statuses[1] ?? last
  const name = snake(one).replaceAll('_', '-')
  return `import { expect, test } from 'vitest'
import { create${type}, group${upper(many)}, move${type}, type ${type}Draft } from './${name}.ts'

const now = '2026-03-02T09:00:00Z'
const draft: ${type}Draft = {
${subject.fields.map(({ name: field, sample }) => `  ${field}: ${sample},`).join('\n')}
}

test('creates a ${one} with an id of its own', () => {
  const a = create${type}(draft, now)
  const b = create${type}(draft, now)
  expect(a.id).not.toBe(b.id)
})

test('a new ${one} is ${first} and was created today', () => {
  const ${one} = create${type}(draft, new Date().toISOString())
  expect(${one}.status).toBe('${first}')
  expect(${one}.createdAt.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10))
})

test('a ${one} goes from ${first} to ${second}', () => {
  const ${one} = create${type}(draft, now)
  expect(move${type}(${one}, '${second}').status).toBe('${second}')
})

test('a ${one} that is ${last} stays ${last}', () => {
  const ${one} = { ...create${type}(draft, now), status: '${last}' as const }
  expect(() => move${type}(${one}, '${first}')).toThrow('cannot go from ${last} to ${first}')
})

test('groups ${many} by status', () => {
  const ${many} = [create${type}(draft, now), create${type}(draft, now)]
  expect(group${upper(many)}(${many}).get('${first}')).toHaveLength(2)
})
`
}

/** The tests of a subject's store, against a database that is thrown away. */
export function storeTestSource(subject: Subject): string {
  const { one, many } = subject
  const type = upper(one)
  const name = snake(one).replaceAll('_', '-')
  return `import { beforeEach, expect, test } from 'vitest'
import { freshPool } from '../lib/testing.ts'
import { create${type} } from './${name}.ts'
import { find${type}, insert${type}, list${upper(many)}, update${type}Status } from './${name}-store.ts'

const now = '2026-03-02T09:00:00Z'
const ${one} = create${type}(
  { ${subject.fields.map(({ name: field, sample }) => `${field}: ${sample}`).join(', ')} },
  now,
)
let pool: Awaited<ReturnType<typeof freshPool>>

beforeEach(async () => {
  pool = await freshPool('${snake(many)}')
})

test('finds a ${one} that was inserted', async () => {
  await insert${type}(pool, ${one})
  expect(await find${type}(pool, ${one}.id)).toEqual(${one})
})

test('finds nothing under an unknown ${one} id', async () => {
  expect(await find${type}(pool, 'none')).toBeUndefined()
})

test('lists ${many} page by page', async () => {
  await insert${type}(pool, ${one})
  expect(await list${upper(many)}(pool, 2, 10)).toEqual([])
})

test('says whether a ${one} was updated', async () => {
  expect(await update${type}Status(pool, ${one})).toBe(false)
})
`
}

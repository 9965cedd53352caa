import type { Subject } from './subject.ts'
import { snake, upper } from './subject.ts'

/** The file that reads and writes a subject's table. Its paging starts one page late. */
export function storeSource(subject: Subject): string {
  const type = upper(subject.one)
  const table = snake(subject.many)
  const columns = columnsOf(subject)
  const slots = columns.map((_, i) => `$${i + 1}`).join(', ')
  return `import type { Pool } from 'pg'
import { rowTo } from '../lib/rows.ts'
import type { ${type} } from './${snake(subject.one).replaceAll('_', '-')}.ts'

const columns = '${columns.join(', ')}'

export async function insert${type}(pool: Pool, ${subject.one}: ${type}): Promise<void> {
  await pool.query('INSERT INTO ${table} (' + columns + ') VALUES (${slots})', [
    ${subject.one}.id,
${subject.fields.map(({ name }) => `    ${subject.one}.${name},`).join('\n')}
    ${subject.one}.status,
    ${subject.one}.createdAt,
  ])
}

export async function find${type}(pool: Pool, id: string): Promise<${type} | undefined> {
  const { rows } = await pool.query('SELECT ' + columns + ' FROM ${table} WHERE id = $1', [id])
  return rows[0] === undefined ? undefined : rowTo<${type}>(rows[0])
}

/** One page, newest first. Pages count from 1. */
export async function list${upper(subject.many)}(pool: Pool, page: number, size: number): Promise<readonly ${type}[]> {
  const { rows } = await pool.query(
    'SELECT ' + columns + ' FROM ${table} ORDER BY created_at DESC LIMIT $1 OFFSET $2',
    [size, page * size],
  )
  return rows.map((row) => rowTo<${type}>(row))
}

export async function update${type}Status(pool: Pool, ${subject.one}: ${type}): Promise<boolean> {
  const { rowCount } = await pool.query('UPDATE ${table} SET status = $2 WHERE id = $1', [
    ${subject.one}.id,
    ${subject.one}.status,
  ])
  return rowCount === 1
}
`
}

/** The columns of a subject's table, in order. */
export function columnsOf(subject: Subject): readonly string[] {
  return ['id', ...subject.fields.map(({ name }) => snake(name)), 'status', 'created_at']
}

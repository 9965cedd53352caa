import { dependencies } from './dependencies.ts'
import { columnsOf } from './store-source.ts'
import type { Field, Subject } from './subject.ts'
import { snake, upper } from './subject.ts'
import { dashed } from './subject-files.ts'

type File = readonly [path: string, text: string]

/** The files around the subjects: manifest, server, small shared modules, documents and migrations. */
export function baseFiles(subjects: readonly Subject[]): readonly File[] {
  return [
    ['package.json', manifest()],
    ['README.md', readme(subjects)],
    ['src/server.ts', server(subjects)],
    ...shared,
    ...subjects.map((subject, i): File => [migrationPath(i + 1, subject.many), migration(subject)]),
  ]
}

export function migrationPath(number: number, name: string): string {
  return `migrations/${String(number).padStart(4, '0')}_${snake(name)}.sql`
}

function manifest(): string {
  const versions = Object.fromEntries(dependencies.map(({ name, has }) => [name, has]))
  const scripts = {
    start: 'tsx src/server.ts',
    test: 'vitest run',
    check: 'tsc --noEmit && eslint src',
    migrate: 'tsx scripts/migrate.ts',
  }
  const content = { name: 'harbor', version: '2.13.4', private: true, type: 'module', scripts, dependencies: versions }
  return `${JSON.stringify(content, null, 2)}\n`
}

function readme(subjects: readonly Subject[]): string {
  return `# harbor

Bookings, boarding and billing for a ferry company. One Node service, one PostgreSQL database.

    npm ci
    docker compose up -d postgres      # port 5433, so that it does not meet your own
    npm run migrate
    npm start                          # http://localhost:8080

| folder | holds |
| --- | --- |
${subjects.map((subject) => `| src/${dashed(subject.many)} | ${subject.about} |`).join('\n')}

Money is in cents, lengths are in centimetres, times are UTC with a Z. Passports never enter this database.
`
}

function server(subjects: readonly Subject[]): string {
  const line = ({ one, many }: Subject) => `import { ${one}Routes } from './${dashed(many)}/${dashed(one)}-routes.ts'`
  return `import Fastify from 'fastify'
import { Pool } from 'pg'
import { config } from './config.ts'
${subjects.map(line).join('\n')}

const app = Fastify({ logger: { level: config.logLevel } })
const pool = new Pool({ connectionString: config.databaseUrl, max: 20 })
const now = () => new Date().toISOString()

${subjects.map(({ one }) => `${one}Routes(app, pool, now)`).join('\n')}

app.get('/health', async () => ({ ok: (await pool.query('SELECT 1')).rowCount === 1 }))

await app.listen({ port: config.port, host: '0.0.0.0' })
`
}

/** The storage types of fields. */
export const sqlTypes: Record<Field['type'], string> = { string: 'text', number: 'integer', boolean: 'boolean' }

function migration(subject: Subject): string {
  const types = new Map(subject.fields.map((field) => [snake(field.name), sqlTypes[field.type]]))
  const columns = columnsOf(subject).map((column) => {
    if (column === 'id') return '  id text PRIMARY KEY'
    return `  ${column} ${types.get(column) ?? (column === 'created_at' ? 'timestamptz' : 'text')} NOT NULL`
  })
  return `-- ${upper(subject.many)}: ${subject.about}
CREATE TABLE ${snake(subject.many)} (
${columns.join(',\n')}
);
`
}

const shared: readonly File[] = [
  [
    'src/config.ts',
    `import { z } from 'zod'

const schema = z.object({
  PORT: z.coerce.number().default(8080),
  DATABASE_URL: z.string().url(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  WEBHOOK_SECRET: z.string().min(16),
  MAIL_FROM: z.string().email().default('tickets@harbor.example'),
})

const read = schema.parse(process.env)

export const config = {
  port: read.PORT,
  databaseUrl: read.DATABASE_URL,
  logLevel: read.LOG_LEVEL,
  webhookSecret: read.WEBHOOK_SECRET,
  mailFrom: read.MAIL_FROM,
}
`,
  ],
  [
    'src/lib/ids.ts',
    `import { customAlphabet } from 'nanoid'

const random = customAlphabet('0123456789abcdefghjkmnpqrstvwxyz', 12)

export function newId(prefix: string): string {
  return prefix + '_' + random()
}
`,
  ],
  [
    'src/lib/problem.ts',
    `/** An error that a client may see: it becomes an application/problem+json body. */
export interface Problem extends Error {
  readonly statusCode: number
}

export function problem(statusCode: number, message: string): Problem {
  return Object.assign(new Error(message), { statusCode })
}
`,
  ],
  [
    'src/lib/log.ts',
    `import pino from 'pino'
import { config } from '../config.ts'

export const log = pino({ level: config.logLevel, redact: ['req.headers.authorization', '*.passport'] })
`,
  ],
  [
    'src/lib/rows.ts',
    `/** Turns a row with snake_case columns into a value with camelCase fields. */
export function rowTo<T>(row: Record<string, unknown>): T {
  const entries = Object.entries(row).map(([key, value]) => [camel(key), value])
  return Object.fromEntries(entries) as T
}

function camel(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
`,
  ],
  [
    'src/lib/testing.ts',
    `import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { Pool } from 'pg'

let container: Awaited<ReturnType<PostgreSqlContainer['start']>> | undefined

/** A pool on a database in which the given table is empty. */
export async function freshPool(table: string): Promise<Pool> {
  container ??= await new PostgreSqlContainer('postgres:16-alpine').start()
  const pool = new Pool({ connectionString: container.getConnectionUri() })
  await pool.query('TRUNCATE ' + table)
  return pool
}
`,
  ],
]

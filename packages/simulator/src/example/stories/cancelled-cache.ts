import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useSearchFiles, useWriteFile } from '../use-files.ts'
import { todo } from '../use-others.ts'
import { check, commit, status, test, useTerminal } from '../use-terminal.ts'
import type { Story } from './story.ts'

const table = 'src/fares/fare-table.ts'
const title = 'asks the database once, whatever the number of kinds'

const cacheSource = `import { createClient } from 'redis'
import { config } from '../config.ts'

const client = createClient({ url: config.redisUrl })
client.on('error', (err) => log.error({ err }, 'cache unavailable'))

/** Gives what is cached under a key, or makes it and keeps it for some seconds. */
export async function cached<T>(key: string, seconds: number, make: () => Promise<T>): Promise<T> {
  if (!client.isOpen) await client.connect()
  const found = await client.get(key)
  if (found !== null) return JSON.parse(found) as T
  const made = await make()
  await client.set(key, JSON.stringify(made), { EX: seconds })
  return made
}

/** Forgets everything under a prefix, e.g. after a fare was published. */
export async function forget(prefix: string): Promise<void> {
  for await (const key of client.scanIterator({ MATCH: prefix + '*' })) await client.del(key)
}
`

/** The user starts a cache, cancels it half-way, and asks for something simpler instead. */
export const cancelledCache: Story = (scene) => {
  scene.leave('rejected', 'A Redis cache for fares: another service to run for four small queries. One query does it.')
  scene.ask(
    'The booking page asks for the fare table about 40 times a second and each request runs four queries. Let us put a Redis cache in front of it, 60 s TTL, invalidated when a fare is published. You may add the redis package for this.',
  )
  startCache(scene)
  scene.ask(
    'stop, forget the Redis cache idea, revert it. Ops does not want to run another service and they are right: 24 price lists, four small queries. Just make it one query.',
  )
  revert(scene)
  oneQuery(scene)
  const { use, sha } = commit(scene, 'Read the fare table with one query')
  scene.act({}, use)
  scene.answer(
    `The fare table is **one query** now (\`${sha}\`), in the same order as before (adult, child, senior, crew). Over 2,000 local requests p50 is 1.9 ms and p99 is 4.2 ms; I did not measure the old version.

The Redis work is gone without a trace: \`src/lib/cache.ts\` deleted, \`package.json\` and \`src/config.ts\` as they were, no container left running.`,
  )
}

function startCache(scene: Scene): void {
  const { world } = scene
  scene.act(
    {
      think:
        'Adding the dependency is allowed for this. Plan: client module, config variable, wrap fareTable, invalidate on publish, tests.',
    },
    todo(
      ['in_progress', 'Cache module on redis'],
      ['pending', 'REDIS_URL in config'],
      ['pending', 'Wrap fareTable'],
      ['pending', 'Invalidate on publish'],
      ['pending', 'Tests with a fake client'],
    ),
    useReadFile(world, table),
    useReadFile(world, 'src/config.ts'),
    useSearchFiles(world, 'fareTable', 'src/'),
  )
  scene.act(
    { say: 'Cache module and configuration first.' },
    useWriteFile(world, 'src/lib/cache.ts', cacheSource),
    usePatch(world, 'package.json', '"undici": ', '"redis": "5.8.2",\n    "undici": '),
    usePatch(
      world,
      'src/config.ts',
      `  MAIL_FROM: z`,
      `  REDIS_URL: z.string().url().default('redis://localhost:6379'),\n  MAIL_FROM: z`,
    ),
    usePatch(world, 'src/config.ts', `  mailFrom: read`, `  redisUrl: read.REDIS_URL,\n  mailFrom: read`),
  )
  scene.act(
    {},
    useTerminal('npm install', `added 6 packages, and audited 742 packages in 9s\n\nfound 0 vulnerabilities`, {
      seconds: 9.3,
    }),
    useTerminal(
      'docker run -d --name harbor-redis -p 6379:6379 redis:7-alpine',
      'docker: Error response from daemon: Bind for 0.0.0.0:6379 failed: port is already allocated.',
      { code: 125, seconds: 1.2 },
    ),
  )
  scene.act(
    { say: 'Something else holds 6379 on this machine, so the test instance goes to 6380.' },
    useTerminal('docker run -d --name harbor-redis-2 -p 6380:6379 redis:7-alpine', scene.random.hex(64), {
      seconds: 2.4,
    }),
    usePatch(
      world,
      table,
      `export async function fareTable(pool: Pool, crossing: string, season: string): Promise<readonly Fare[]> {`,
      `export function fareTable(pool: Pool, crossing: string, season: string): Promise<readonly Fare[]> {
  return cached('fares:' + crossing + ':' + season, 60, () => readTable(pool, crossing, season))
}

async function readTable(pool: Pool, crossing: string, season: string): Promise<readonly Fare[]> {`,
    ),
  )
  scene.answer(
    'Half-way: the module, the configuration and the wrapper are in, on a Redis at port 6380. Next is the invalidation when a fare is published, then the tests. One question meanwhile: should a Redis that is down fail the request, or fall through to the database?',
  )
}

function revert(scene: Scene): void {
  const { world } = scene
  const before = status(scene)
  world.restore()
  scene.act(
    {
      think:
        'Cancelled. Undo everything of it: files, dependency, container. Nothing of it was committed, so restoring the touched files is enough; look at the status first, so that I restore only mine.',
      say: 'Stopping. Reverting all of it first.',
    },
    before,
  )
  scene.act(
    {},
    useTerminal(
      'git restore package.json package-lock.json src/config.ts src/fares/fare-table.ts && rm src/lib/cache.ts && npm install',
      'removed 6 packages, and audited 736 packages in 4s',
      { seconds: 4.4 },
    ),
    useTerminal('docker rm -f harbor-redis harbor-redis-2', 'harbor-redis\nharbor-redis-2', { seconds: 0.9 }),
  )
  scene.act({}, status(scene), useSearchFiles(world, 'redis'), useReadFile(world, table))
}

function oneQuery(scene: Scene): void {
  const { world } = scene
  const before = `test('an unknown crossing has no fares'`
  scene.act(
    { say: 'Clean. Now the one query, with a test that counts.' },
    usePatch(
      world,
      'src/fares/fare-table.test.ts',
      before,
      `test('${title}', async () => {
  const query = vi.spyOn(pool, 'query')
  await fareTable(pool, 'HKT-PUS', 'low')
  expect(query).toHaveBeenCalledTimes(1)
})

${before}`,
    ),
    usePatch(
      world,
      'src/fares/fare-table.test.ts',
      `import { beforeEach, expect, test } from 'vitest'`,
      `import { beforeEach, expect, test, vi } from 'vitest'`,
    ),
  )
  world.failing.set(title, 'AssertionError: expected "query" to be called 1 times, but got 4 times')
  scene.act({}, test(scene, 'src/fares/fare-table'))
  world.failing.delete(title)
  scene.act(
    {},
    usePatch(
      world,
      table,
      `  const table: Fare[] = []
  for (const kind of kinds) {
    const { rows } = await pool.query(
      'SELECT * FROM fares WHERE crossing = $1 AND season = $2 AND kind = $3 AND status = $4',
      [crossing, season, kind, 'published'],
    )
    table.push(...rows.map((row) => rowTo<Fare>(row)))
  }
  return table`,
      `  const { rows } = await pool.query(
    'SELECT * FROM fares WHERE crossing = $1 AND season = $2 AND status = $3 ORDER BY array_position($4::text[], kind)',
    [crossing, season, 'published', kinds],
  )
  return rows.map((row) => rowTo<Fare>(row))`,
    ),
  )
  scene.act({}, test(scene, 'src/fares'), check(scene))
  scene.act(
    { say: 'Both green. A quick measurement, since speed was the point.' },
    useTerminal(
      'autocannon -a 2000 -c 8 "http://localhost:8080/fare-table?crossing=HKT-PUS&season=low"',
      '2k requests in 0.61s, 1.9 ms p50, 4.2 ms p99, 0 errors',
      { seconds: 1.6 },
    ),
  )
}

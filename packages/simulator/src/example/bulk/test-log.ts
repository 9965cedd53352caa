import type { Random } from '../random.ts'
import { runnerVersion, runTests, suitesOf } from '../test-run.ts'
import type { World } from '../world.ts'

/** The verbose output of the whole test suite: every title, and whatever the service logged meanwhile. */
export function verboseTestLog(world: World, random: Random, chars: number): string {
  const end = runTests(world, random, '').output.split('\n').slice(-80).join('\n')
  const lines = [` RUN  v${runnerVersion(world)} /srv/harbor`, '']
  let size = end.length
  const suites = suitesOf(world, '')
  for (let round = 1; size < chars; round++) {
    for (const { path, titles, broken } of suites) {
      if (size >= chars) break
      const told = titles.map(
        (title) => `${broken.includes(title) ? ' ×' : ' ✓'} ${path} > ${title} ${random.int(1, 40)}ms`,
      )
      const logged = [`stdout | ${path}`, ...titles.map(() => logLine(random, path, round)), '']
      lines.push(...(round === 1 ? told : []), ...logged)
      size += [...(round === 1 ? told : []), ...logged].join('\n').length + 1
    }
  }
  return [...lines, '', end].join('\n')
}

function logLine(random: Random, path: string, round: number): string {
  return JSON.stringify({
    level: random.pick([30, 30, 30, 40]),
    time: 1772442000000 + random.int(0, 9_000_000),
    pid: 4100 + round,
    name: path.split('/')[1],
    requestId: `req-${random.hex(6)}`,
    msg: random.pick(['request completed', 'incoming request', 'pool connected', 'row not found', 'slow query']),
    responseTimeMs: random.int(1, 900) / 10,
  })
}

import type { Random } from '../random.ts'
import { dependencies } from '../repo/dependencies.ts'

const stems = ['fast', 'tiny', 'safe', 'async', 'json', 'path', 'stream', 'http', 'buffer', 'string', 'color', 'glob']
const tails = ['parse', 'pool', 'match', 'walk', 'queue', 'errors', 'utf8', 'stable', 'cache', 'types', 'retry', 'hash']

/** The output of `npm ls --all`: every package below every package. */
export function dependencyTree(random: Random, chars: number): string {
  const lines = ['harbor@2.13.4 /srv/harbor']
  let size = 0
  for (let i = 0; size < chars; i++) {
    const { name, has } = dependencies[i % dependencies.length] ?? { name: 'tslib', has: '2.8.1' }
    const branch = [`├─┬ ${i < dependencies.length ? name : `@harbor/${name}-plugin-${i}`}@${has}`, ...twigs(random)]
    lines.push(...branch)
    size += branch.join('\n').length + 1
  }
  return lines.join('\n')
}

function twigs(random: Random): readonly string[] {
  return Array.from({ length: random.int(6, 22) }, (_, i) => {
    const depth = i % 5 === 0 ? 1 : random.int(1, 4)
    const name = `${random.pick(stems)}-${random.pick(tails)}`
    const version = `${random.int(0, 9)}.${random.int(0, 24)}.${random.int(0, 12)}`
    return `${'│ '.repeat(depth)}├── ${name}@${version}${random.chance(0.35) ? ' deduped' : ''}`
  })
}

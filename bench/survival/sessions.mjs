/** The sessions that are measured: those of a folder, or generated ones of several seeds. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readTranscript } from '@palimpsest/core/wire'
import { exampleSession } from '@palimpsest/simulator'
import { BenchError } from '../bench-error.mjs'

const seeds = [11, 12, 13, 14, 15]
const targetTokens = 400_000

/** @param {{ readonly folder?: string }} options */
export function sessionsOf({ folder }) {
  if (folder === undefined)
    return seeds.map((seed) => ({ name: `seed ${seed}`, transcript: exampleSession({ seed, targetTokens }) }))
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new BenchError(`There is no folder ${folder}.`)
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl'))
  return files.sort().flatMap((name) => readOne(folder, name))
}

/** What is no transcript is left out and told. */
function readOne(folder, name) {
  try {
    const { transcript } = readTranscript(readFileSync(join(folder, name), 'utf8'), {})
    return [{ name: basename(name, '.jsonl'), transcript }]
  } catch (error) {
    process.stderr.write(`Left out: ${name}: ${error.message}\n`)
    return []
  }
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { codecs } from '@palimpsest/core/wire'
import { exampleSession } from '@palimpsest/simulator'
import { afterAll, expect, test } from 'vitest'
import { createCompressDesk } from '../compress/compress-desk.arbitrary.ts'
import { type OutcomeHashes, outcomeHashes, outcomeSummarizers, outcomeWindows } from './outcome-hashes.arbitrary.ts'

/**
 * A change that is meant to change nothing leaves every hash as it was. Where one changes on purpose, say why, and
 * write them anew: `PALIMPSEST_OUTCOMES=write npx vitest run packages/cli/src/outcomes`. For transcripts of your own:
 * `PALIMPSEST_TRANSCRIPTS=folder PALIMPSEST_OUTCOMES=before.json` writes the file, and compares with it from then on.
 */
const kept = new URL('./outcomes.json', import.meta.url)
const { PALIMPSEST_TRANSCRIPTS: ownFolder, PALIMPSEST_OUTCOMES: ownFile } = process.env
const desk = createCompressDesk()
afterAll(desk.clear)

type Hashes = Record<string, OutcomeHashes>

async function hashesOf(file: string): Promise<Hashes> {
  const hashes: Hashes = {}
  for (const window of outcomeWindows)
    for (const [summarizer, args] of Object.entries(outcomeSummarizers))
      hashes[`${basename(file)} ${window} ${summarizer}`] = await outcomeHashes(file, [String(window), ...args], desk)
  return hashes
}

const examples = [1, 2]

test.each(examples)('what made-up session %i comes to is what it came to', async (seed) => {
  const name = `example-${seed}.json`
  const { value } = codecs.anthropic.encode(exampleSession({ seed, targetTokens: 60_000 }))
  desk.file(name, JSON.stringify(value))
  const found = await hashesOf(desk.path(name))
  const before: Hashes = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  if (ownFile === 'write') writeFileSync(kept, `${JSON.stringify({ ...before, ...found }, undefined, 2)}\n`)
  else expect(before).toMatchObject(found)
})

test.runIf(ownFolder !== undefined && ownFile !== undefined && ownFile !== 'write')(
  'what transcripts of a folder come to is what they came to',
  { timeout: 3_600_000 },
  async () => {
    const before: Hashes | undefined = existsSync(ownFile ?? '')
      ? JSON.parse(readFileSync(ownFile ?? '', 'utf8'))
      : undefined
    let found: Hashes = {}
    for (const name of readdirSync(ownFolder ?? '').filter((each) => each.endsWith('.jsonl')))
      found = { ...found, ...(await hashesOf(join(ownFolder ?? '', name))) }
    if (before === undefined) writeFileSync(ownFile ?? '', JSON.stringify(found, undefined, 2))
    else expect(found).toEqual(before)
  },
)

import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Receipt } from '@palimpsest/core/engine'
import type { Command } from 'commander'
import pc from 'picocolors'
import { describe, expect, test } from 'vitest'
import { compressReport } from '../compress/compress-report.ts'
import { createProgram } from '../program/program.ts'
import { strategyWords } from '../replay/strategy-words.ts'
import { writeReport } from '../report/report.ts'
import { sampleResult } from '../report/sample-result.arbitrary.ts'
import { processIo } from './io.ts'
import { flagWords, gapWords, triggerWords } from './plain-words.ts'
import { width } from './width.ts'

/** Words of the code that mean nothing to whoever meets them first. */
const internal =
  /\b(?:hygiene|preflight|\(response\)|floor|in view|oracle|survival|strikes?|coverage|invalidated|ledger|spilled|tip|irreducible|continuation|breakpoints?|(?:fast|human|gateway):\d+)\b|\((?:response|overflow|manual)\)/i
/** Settings are written as they are typed. */
const typed = /\(default: human:1\)|:SEED/g
const cli = join(import.meta.dirname, '../../bin/palimpsest.mjs')
const folder = mkdtempSync(join(tmpdir(), 'words-'))
const run = (args: readonly string[], columns = 80) =>
  execFileSync(process.execPath, [cli, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PALIMPSEST_HOME: folder, COLUMNS: String(columns), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const flags = ['mechanical', 'irreducible-floor', 'headings-missing', 'merged-by-code', 'thinking-left-out']
const sample = sampleResult({ flags })
const [compaction] = sample.compactions
const triggers = Object.keys(triggerWords) as readonly Receipt['trigger'][]

describe('no internal word is shown', () => {
  test.each(triggers)('by a receipt that came by %s', (trigger) => {
    if (compaction === undefined) throw new Error('The sample has no compaction.')
    const receipt = { ...compaction, costUsd: 0, trigger } as Receipt
    const text = compressReport(receipt, {
      title: 'a session',
      unseen: [],
      showsAll: false,
      columns: 80,
      colours: pc.createColors(false),
    })
    expect(text).not.toMatch(internal)
    expect(text).toContain(triggerWords[trigger])
  })

  test('by the report with charts', () => {
    const page = writeReport([sample, { ...sample, gap: 'gateway:7' }])
    const text = page.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')
    expect(text).not.toMatch(internal)
    for (const { meaning } of Object.values(strategyWords)) expect(text).toContain(meaning)
  })

  test('by a replay, which tells what its words mean', () => {
    const text = run(['replay', '--example', '--context-length', '60000'])
    expect(text).not.toMatch(internal)
    expect(text).toContain('pauses as people make them')
    expect(text.replace(/\s+/g, ' ')).toContain(strategyWords.anchored.meaning)
  })

  test('by any help', () => {
    const helps = (command: Command): readonly string[] => [
      command.helpInformation(),
      ...command.commands.flatMap(helps),
    ]
    const text = helps(createProgram(processIo(new AbortController().signal))).join('\n')
    expect(text.replace(typed, '')).not.toMatch(internal)
  })
})

test('pauses are told in words, and every other flag as it stands', () => {
  expect(gapWords('human:1')).toBe('pauses as people make them')
  expect(gapWords('gateway:7')).toBe('long pauses, as in a chat app (seed 7)')
  expect(gapWords('90')).toBe('pauses of 90 s')
  expect(gapWords('recorded')).toBe('pauses as recorded')
  expect(flagWords('unverified: src/a.ts')).toBe('Named in the summary but in none of its sources: src/a.ts')
  expect(flagWords('something new')).toBe('something new')
})

test.each([60, 80, 120, 200])('tables fit %i columns where no terminal tells its width', (columns) => {
  const session = join(folder, `${'long-folder-name-'.repeat(6)}session.json`)
  writeFileSync(session, '[]')
  run(['demo', '--tokens', '30000', '--out', session, '--to', 'openai-chat'])
  const commands = [
    ['context', session],
    ['compress', session, '--context-length', '16000', '--dry-run'],
    ['replay', session, '--context-length', '16000', '--model', 'claude-sonnet-5'],
    ['config', 'get'],
    ['plugins', 'list'],
    ['replay', '--help'],
  ]
  for (const args of commands) {
    const examples = /^ {2}\$ /
    const wide = run(args, columns)
      .split('\n')
      .filter((line) => width(line) > columns && !examples.test(line))
    expect(wide, args.join(' ')).toEqual([])
  }
})

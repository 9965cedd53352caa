import { readdirSync, readFileSync } from 'node:fs'
import { budgetDefaults, contextMapDefaults, searchDefaults } from '@palimpsest/core/defaults'
import { describe, expect, test } from 'vitest'
import { configuration, replaying } from '../compose.ts'
import { createHomeDesk } from '../doctor/home-desk.arbitrary.ts'
import { defaultMaxMegabytes } from '../files/read-text.ts'
import { cacheStrategies, cacheTtls, engines, triggers } from './choices.ts'
import { commandDefaults, defaultGapText } from './command-defaults.ts'

const source = new URL('..', import.meta.url)
const helpOf = async (command: string) => {
  const { out } = await createHomeDesk().run([...command.split(' '), '--help'])
  return out.replace(/\s+/g, ' ')
}
const settings = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')

describe('a default is the same wherever it is told', () => {
  test.each([
    ['compression.threshold', '--threshold', budgetDefaults.threshold],
    ['compression.target_ratio', '--target-ratio', budgetDefaults.targetRatio],
    ['compression.protect_last_n', '--protect-last-n', budgetDefaults.protectLastN],
    ['compression.protect_first_n', '--protect-first-n', budgetDefaults.protectFirstN],
    ['compression.trigger', '--trigger', triggers[0]],
    ['prompt_caching.strategy', '--cache-strategy', cacheStrategies[0]],
    ['prompt_caching.cache_ttl', '--cache-ttl', cacheTtls[0]],
    ['context.engine', '--engine', engines[0]],
  ])('%s and %s', async (key, option, value) => {
    const { configTable } = await configuration()
    expect(configTable().find((row) => row.key === key)?.default).toBe(value)
    expect(settings).toContain(`| \`${key}\` | \`${value}\` |`)
    const commands = /trigger|cache/.test(option) ? ['replay'] : ['compress', 'replay']
    for (const command of commands) expect(await helpOf(command)).toMatch(optionHelp(option, value))
  })

  test.each([
    ['recall', '--limit', searchDefaults.limit],
    ['sessions search', '--limit', searchDefaults.limit],
    ['sessions list', '--limit', commandDefaults.listedConversations],
    ['sessions show', '--limit', commandDefaults.lastMessages],
    ['context', '--largest', contextMapDefaults.largest],
    ['context', '--max-mb', defaultMaxMegabytes],
    ['replay', '--gap', defaultGapText],
    ['simulate', '--reply-after-ms', commandDefaults.replyAfterMs],
    ['insights', 'days', commandDefaults.insightDays],
  ])('%s %s', async (command, option, value) => {
    expect(await helpOf(command)).toMatch(optionHelp(option, value))
  })

  test('pauses that are drawn unless told otherwise are those that --gap names', async () => {
    expect((await replaying()).gapFrom(defaultGapText)).toEqual(commandDefaults.gap)
  })

  test('no help text spells a number of its own as a default', () => {
    const names = readdirSync(source, { encoding: 'utf8', recursive: true })
    const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    const spelt = sources.filter((name) => /\(default: \d/.test(readFileSync(new URL(name, source), 'utf8')))
    expect(sources).toContain('program/program.ts')
    expect(spelt).toEqual([])
  })
})

/** The default stands behind its own option, before the next one begins. */
function optionHelp(option: string, value: string | number): RegExp {
  return new RegExp(`${option} (?:(?! --).)*default: "?${String(value).replace('.', '\\.')}"?\\)`)
}

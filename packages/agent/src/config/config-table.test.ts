import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changeConfigFile, readConfigFile } from './config-file.ts'
import { configTable } from './config-table.ts'
import { homePaths } from './home-paths.ts'

test('every row says what the docs need, and no two keys share a variable', () => {
  const table = configTable()
  expect(table).toHaveLength(34)
  for (const row of table) {
    expect(row.help).toMatch(/^\S.*\.$/)
    expect(row.allowed).toMatch(/\S/)
    expect(row.default).toBeDefined()
    expect(row.allowed.endsWith('or null')).toBe(row.nullable)
  }
  expect(new Set(table.map(({ env }) => env)).size).toBe(table.length)
})

test('a row reads like its place in the schema', () => {
  expect(configTable().find(({ key }) => key === 'compression.threshold')).toEqual({
    key: 'compression.threshold',
    env: 'PALIMPSEST__COMPRESSION__THRESHOLD',
    type: 'number',
    nullable: false,
    default: 0.5,
    allowed: 'a number above 0 and at most 1',
    help: 'Share of the window at which compaction starts.',
  })
})

test('the home is where the variable says, or in the home folder of the user', () => {
  expect(homePaths({ PALIMPSEST_HOME: '/srv/p' })).toMatchObject({
    config: '/srv/p/config.yaml',
    database: '/srv/p/state.db',
  })
  expect(homePaths({ PALIMPSEST_HOME: '' }).memory).toBe(join(homedir(), '.palimpsest', 'memory'))
})

test('a file is created private, changed whole, and stays the link it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'home', 'config.yaml')
  expect(readConfigFile(path, {}).kind).toBe('loaded')
  changeConfigFile(path, 'model.name', 'm')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const link = join(folder, 'link.yaml')
  symlinkSync(path, link)
  changeConfigFile(link, 'model.name', 'n')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('model:\n  name: n\n')
  expect(changeConfigFile(path, 'compression.threshold', '9').kind).toBe('refused')
  expect(readdirSync(join(folder, 'home'))).toEqual(['config.yaml'])
})

import { expect, test } from 'vitest'
import { nearest } from '../errors/nearest.ts'
import { readSlash } from './read-slash.ts'
import { slashCommands } from './slash-commands.ts'

const commands = slashCommands()

test('a command is known with what follows it', () => {
  expect(readSlash('/compress  API endpoints ', commands)).toMatchObject({ kind: 'command', argument: 'API endpoints' })
  expect(readSlash('/HELP', commands)).toMatchObject({ kind: 'command', command: { name: 'help' }, argument: '' })
  expect(readSlash('/?', commands)).toMatchObject({ command: { name: 'help' } })
})

test.each(['hello /compress', '/usr/bin/env is missing', '/ hello', '/etc', '2/3'])(
  '%j is read as it should be',
  (text) => {
    const { kind } = readSlash(text, commands)
    expect(kind).toBe(text === '/etc' ? 'unknown' : 'message')
  },
)

test.each([
  ['/comprss', '/compress'],
  ['/udno', '/undo'],
  ['/contxt', '/context'],
  ['/sess', '/sessions'],
  ['/hlep', '/help'],
])('for %s it suggests %s', (typed, meant) => {
  expect(readSlash(typed, commands)).toMatchObject({ kind: 'unknown', text: expect.stringContaining(`${meant}?`) })
})

test('what is like nothing gets the list instead of a guess', () => {
  expect(
    nearest(
      'frobnicate',
      commands.map(({ name }) => name),
    ),
  ).toBeUndefined()
  expect(readSlash('/frobnicate', commands)).toMatchObject({ text: expect.stringContaining('/help') })
})

test('all commands of the contract are there, each with help', () => {
  const names = commands.map(({ name }) => name)
  const contract = [
    'compress',
    'undo',
    'usage',
    'insights',
    'context',
    'new',
    'resume',
    'sessions',
    'search',
    'receipt',
    'model',
    'memory',
    'tools',
    'help',
  ]
  expect(names.toSorted()).toEqual(contract.toSorted())
  for (const { help } of commands) expect(help).toMatch(/\.$/)
})

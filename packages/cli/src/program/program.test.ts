import { spawnSync } from 'node:child_process'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createHomeDesk } from '../doctor/home-desk.arbitrary.ts'
import { processIo } from '../terminal/io.ts'
import { binary } from '../testing/binary.ts'
import { createProgram } from './program.ts'

const program = createProgram(processIo(new AbortController().signal))

/** Every command, with the words that lead to it. */
function walk(
  command: Command,
  path: readonly string[],
): readonly { readonly path: readonly string[]; readonly command: Command }[] {
  return [{ path, command }, ...command.commands.flatMap((below) => walk(below, [...path, below.name()]))]
}

const commands = walk(program, [])

test('the commands that others script against are there', () => {
  const names = commands.map(({ path }) => path.join(' '))
  for (const name of [
    'convert',
    'compress',
    'replay',
    'recall',
    'read',
    'run',
    'simulate',
    'verify',
    'usage',
    'insights',
    'doctor',
  ])
    expect(names).toContain(name)
  for (const name of ['get', 'set', 'path']) expect(names).toContain(`config ${name}`)
  for (const name of ['list', 'show', 'lineage', 'search', 'export', 'undo', 'delete'])
    expect(names).toContain(`sessions ${name}`)
})

test.each(commands.map(({ path, command }) => [path.join(' '), path, command] as const))(
  'help of "%s" says what it does, what every option means, and gives an example that can be typed',
  async (_, path, command) => {
    expect(command.description()).toMatch(/^[A-Z].*\.$/s)
    for (const { description, flags } of command.options) expect(description, flags).not.toBe('')
    for (const argument of command.registeredArguments) expect(argument.description, argument.name()).not.toBe('')
    const { code, out } = await createHomeDesk().run([...path, '--help'])
    expect(code).toBe(0)
    expect(out).toContain(command.description().split(' ')[0])
    const examples = out.slice(out.search(/^Examples?:$/m))
    const typed = ['palimpsest', ...path].join(' ')
    expect(examples.replace(/\s+/g, ' ')).toContain(path.length === 0 ? 'palimpsest ' : typed)
  },
)

/** Runs the built command and tells which modules it loaded, by their addresses. */
function loadedBy(args: readonly string[]): string {
  const tell = `import { writeSync } from 'node:fs'
    export async function load(url, context, next) { writeSync(2, 'loaded ' + url + '\\n'); return next(url, context) }`
  const hook = `import { register } from 'node:module'
    register(${JSON.stringify(asModule(tell))})`
  const done = spawnSync(process.execPath, ['--import', asModule(hook), binary, ...args], { encoding: 'utf8' })
  expect(done.status).toBe(0)
  return done.stderr
}

function asModule(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`
}

test.each([[['--version']], [['--help']], [['replay', '--help']], [['chat', '--help']]])(
  'to answer %j the program loads none of the parts that do the work',
  (args) => {
    // Keys are hidden before all else; what tells them apart is one small file.
    const loaded = loadedBy(args).replaceAll('packages/core/dist/redact/is-secret-variable.js', '')
    expect(loaded).toContain('cli/dist/program/program.js')
    // Defaults that help shows have a door of their own, which leads to nothing else.
    const rest = loaded.replaceAll(
      /^loaded .*\/core\/dist\/(?:defaults\/index|\w+\/[a-z-]+-(?:options|defaults))\.js$/gm,
      '',
    )
    expect(rest).not.toMatch(/packages\/(?:core|agent|stores|simulator|engines)\/|cli\/dist\/(?:compose|commands)/)
  },
)

test('what does the work is loaded when it is asked for', () => {
  expect(loadedBy(['demo'])).toMatch(/packages\/core\//)
})

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultsFolderName } from '@palimpsest/core/output'
import { type ModelRequest, type ScriptedReply, scripted } from '@palimpsest/simulator'
import { expect, test, vi } from 'vitest'
import { builder, textsOf } from './builder-model.arbitrary.ts'
import { createLongDesk, inContext, type LongDesk, never } from './long-desk.arbitrary.ts'
import { work } from './long-session.arbitrary.ts'

const run = (command: string, more: object = {}): ScriptedReply => ({
  calls: [{ name: 'terminal', input: { command, ...more } }],
})

/** Says what the last result was: its beginning, and what was noted in it. */
const tell = ({ messages }: ModelRequest): string => {
  const text = messages.slice(-1).flatMap(textsOf).join('\n')
  const notes = text.match(/\[[^[\]]*(?:left out|exit code)[^[\]]*\]/g) ?? []
  return [text.slice(0, 500).replace(/[^ -~\n]/g, '?'), ...notes].join('\n')
}

const resultFiles = ({ env, runtime }: LongDesk) => {
  const folder = join(env.PALIMPSEST_HOME ?? '', 'results', resultsFolderName(runtime.conversation))
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

test.concurrent('a tool that hangs is ended by its time limit, and the model is told', async (context) => {
  const desk = await createLongDesk({
    model: scripted([run('sleep 300', { timeout: 1 }), tell]),
    atEnd: inContext(context),
  })
  const outcome = await desk.say('Wait.')
  expect(outcome).toMatchObject({ kind: 'answered', text: expect.stringContaining('not done after 1 s') })
  expect(await desk.damage()).toEqual([])
})

test.concurrent('a tool that hangs is ended by the user, and the conversation goes on with a valid log', async (context) => {
  const model = scripted([run('sleep 300'), tell])
  const desk = await createLongDesk({ model, atEnd: inContext(context) })
  const stop = new AbortController()
  const waiting = desk.say('Wait.', stop.signal)
  await vi.waitFor(() => expect(desk.events.map(({ kind }) => kind)).toContain('tool-started'), { timeout: 30_000 })
  const started = performance.now()
  stop.abort()
  expect(await waiting).toEqual({ kind: 'aborted' })
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(await desk.say('Go on.')).toEqual({ kind: 'answered', text: 'Go on.' })
  expect(desk.refusals()).toEqual([])
  expect(await desk.damage()).toEqual([])
})

const mb = 1_000_000
const huge = 50 * mb

test.concurrent.for([
  { what: 'in lines', command: `yes "some line of a log, number 12345" | head -c ${huge}` },
  { what: 'in one line', command: `head -c ${huge} /dev/zero | tr '\\0' 'x'` },
  { what: 'of bytes that are no text', command: `head -c ${huge} /dev/urandom` },
])('50 MB from a tool, $what, are kept whole or to their limit, and shown in part', async ({ command }, context) => {
  const desk = await createLongDesk({ model: scripted([run(command), tell]), atEnd: inContext(context) })
  const outcome = await desk.say('Print much.')
  expect(outcome).toMatchObject({
    kind: 'answered',
    text: expect.stringMatching(/left out.*read_file or search_files/),
  })
  expect('text' in outcome && outcome.text.length).toBeLessThan(32_000 * 4)
  const [kept] = resultFiles(desk)
  expect(statSync(kept ?? '').size).toBeGreaterThan(mb)
  expect(statSync(desk.database).size).toBeLessThan(10 * mb)
  expect(desk.refusals()).toEqual([])
  expect(await desk.damage()).toEqual([])
})

test.concurrent('what was kept of a long output can be read and searched, and is not kept again', async (context) => {
  const path = ({ messages }: ModelRequest) =>
    /with path (\S+)/.exec(messages.flatMap(textsOf).join('\n'))?.[1]?.replace(/[,.;]$/, '') ?? ''
  const model = scripted([
    run('seq 1 400000'),
    (request) => ({ calls: [{ name: 'read_file', input: { path: path(request), offset: 200_000, limit: 3 } }] }),
    (request) => ({ calls: [{ name: 'search_files', input: { pattern: '^333333$', path: path(request) } }] }),
    ({ messages }) => messages.slice(-3).flatMap(textsOf).join('\n'),
  ])
  const desk = await createLongDesk({ model, atEnd: inContext(context) })
  const outcome = await desk.say('Print much.')
  expect(outcome).toMatchObject({ kind: 'answered', text: expect.stringContaining('200001') })
  expect('text' in outcome && outcome.text).toContain('333333')
  expect(resultFiles(desk)).toHaveLength(1)
})

test.concurrent('a file of 50 MB is read in parts', async (context) => {
  const model = scripted([{ calls: [{ name: 'read_file', input: { path: 'huge.txt' } }] }, tell])
  const desk = await createLongDesk({ model, atEnd: inContext(context) })
  writeFileSync(join(desk.workspace, 'huge.txt'), 'a line of fifty characters, more or less, so it is\n'.repeat(mb))
  const outcome = await desk.say('Read it.')
  expect(outcome).toMatchObject({ kind: 'answered' })
  expect('text' in outcome && outcome.text).toContain('a line of fifty characters')
  expect('text' in outcome && outcome.text.length).toBeLessThan(32_000 * 4)
  expect(desk.refusals()).toEqual([])
})

const long = (n: number) => ({ name: 'terminal', input: { command: `seq ${n} 400000` } })

test.concurrent.for([
  { what: 'one long result', calls: [long(1)] },
  { what: 'many results that are too long together', calls: [1, 2, 3, 4, 5, 6, 7, 8].map(long) },
])('where nothing can be kept on disk, $what is shown in part, and the turn goes on', async ({ calls }, context) => {
  const desk = await createLongDesk({
    model: scripted([{ calls }, tell, tell]),
    atEnd: inContext(context),
  })
  const home = desk.env.PALIMPSEST_HOME ?? ''
  rmSync(join(home, 'results'), { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'results'), 'in the way')
  expect(await desk.say('Print much.')).toMatchObject({ kind: 'answered' })
  expect(await desk.say('Again.')).toMatchObject({ kind: 'answered' })
  expect(desk.refusals()).toEqual([])
  expect(await desk.damage()).toEqual([])
})

const here = { calls: [{ name: 'list_files', input: {} }] }

test.concurrent('a workspace that vanishes ends the turn with its name and what to do; once it is back, all goes on', async (context) => {
  const model = scripted([
    run('echo one'),
    'Done.',
    run('cd .. && mv work away'),
    here,
    here,
    here,
    tell,
    'Back.',
    'Yes.',
  ])
  const desk = await createLongDesk({ model, atEnd: inContext(context) })
  expect(await desk.say('One.')).toEqual({ kind: 'answered', text: 'Done.' })
  const gone = { kind: 'refused', message: expect.stringContaining(`The workspace ${desk.workspace} is gone. Nothing`) }
  expect(await desk.say('Move it.')).toEqual(gone)
  const calls = desk.simulator.calls.length
  expect(await desk.say('Anything?')).toEqual(gone)
  expect(desk.simulator.calls).toHaveLength(calls)
  expect(await desk.runtime.compress(undefined, () => {}, never)).not.toMatchObject({ kind: 'failed' })
  renameSync(join(desk.folder, 'away'), desk.workspace)
  expect(await desk.say('And now?')).toMatchObject({ kind: 'answered' })
  expect(desk.refusals()).toEqual([])
  expect(await desk.damage()).toEqual([])
})

test.concurrent('a summary is written although the workspace is gone, and keeps what its files said', async (context) => {
  const desk = await createLongDesk({ model: builder, atEnd: inContext(context) })
  await work(desk, 12)
  const { system } = await desk.store.compressionTip(desk.runtime.session)
  rmSync(desk.workspace, { recursive: true })
  expect(await desk.runtime.compress(undefined, () => {}, never)).toMatchObject({ kind: 'committed' })
  expect((await desk.store.compressionTip(desk.runtime.session)).system).toBe(system)
  expect(await desk.damage()).toEqual([])
})

test.concurrent('a workspace that never was is told at the start', async (context) => {
  const desk = await createLongDesk({ atEnd: inContext(context) })
  rmSync(desk.workspace, { recursive: true })
  const other = await desk.open()
  expect(other.notices.join()).toContain(`There is no folder ${desk.workspace}`)
  expect(await other.turn('Hello.', () => {}, never)).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining(desk.workspace),
  })
})

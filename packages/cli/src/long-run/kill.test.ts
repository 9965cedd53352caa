import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import type { ModelRequest } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'
import { expect, type TestContext, test } from 'vitest'
import { openStore } from '../compose.ts'
import { binary } from '../testing/binary.ts'
import { textsOf } from './builder-model.arbitrary.ts'
import { createWorkspace, inContext, scratchFolder } from './long-desk.arbitrary.ts'
import { createWorker } from './worker-model.arbitrary.ts'

/** It binds what it thinks to what stands before it, so whoever goes on must know what was sent. */
const model = 'claude-opus-5-5'

interface Life {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The built command in a process of its own, again and again on one conversation, and a provider that may strike it down. */
async function createKillDesk(context: TestContext, command?: (n: number) => string) {
  const clean = inContext(context)
  const work = createWorker(command)
  const seen: Message[] = []
  let victim: ChildProcess | undefined
  let strike: (request: ModelRequest) => void = () => {}
  const simulator = await createSimulator({
    models: [{ id: model, contextTokens: 32_000 }],
    model: (request) => {
      seen.push(...request.messages)
      strike(request)
      const said = work(request)
      const thought = `Thought ${seen.length} comes before it. `.repeat(9)
      return request.tools.length === 0 ? said : [{ type: 'thinking', text: thought }, ...said]
    },
  })
  clean(() => simulator.close())
  const folder = scratchFolder(clean)
  const workspace = createWorkspace(folder)
  const database = join(folder, 'state.db')
  const env = { ...process.env, PALIMPSEST_HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'test', NO_COLOR: '1' }
  const about = ['--model', model, '--base-url', simulator.url, '--context-length', '32000']
  const args = ['--workspace', workspace, '--db', database, '--yes', '--json']
  const live = (prompt: string, ...more: string[]) =>
    new Promise<Life>((resolve) => {
      const child = spawn(process.execPath, [binary, 'run', prompt, ...about, ...args, ...more], { env })
      victim = child
      const said = { out: '', err: '' }
      child.stdout.on('data', (text) => {
        said.out += text
      })
      child.stderr.on('data', (text) => {
        said.err += text
      })
      child.on('close', (code) => resolve({ code, ...said }))
    })
  return {
    simulator,
    workspace,
    database,
    seen,
    live,
    /** Ends the life that is lived now; a later one is never meant. */
    kill: (afterMs = 0) => {
      const doomed = victim
      if (afterMs === 0) doomed?.kill('SIGKILL')
      else setTimeout(() => doomed?.kill('SIGKILL'), afterMs)
    },
    onRequest: (what: typeof strike) => {
      strike = what
    },
  }
}

type KillDesk = Awaited<ReturnType<typeof createKillDesk>>

/** Ways to die, each told to a desk before a life begins. */
const deaths: readonly (readonly [name: string, arm: (desk: KillDesk) => void])[] = [
  ['as the first request arrives', ({ onRequest, kill }) => onRequest(() => kill())],
  [
    'as the results of its tools were sent',
    ({ onRequest, kill }) => onRequest(({ messages }) => messages.at(-1)?.role === 'tool' && kill()),
  ],
  ['while the answer is written down', ({ onRequest, kill }) => onRequest(() => kill(12))],
  [
    'while its tools run',
    ({ onRequest, kill, workspace }) =>
      onRequest(async () => {
        rmSync(join(workspace, 'running'), { force: true })
        while (!existsSync(join(workspace, 'running'))) await sleep(5)
        kill()
      }),
  ],
]

test.concurrent('whenever a process is killed, the next one goes on, and nothing that the model saw is lost', {
  timeout: 120_000,
}, async (context) => {
  const desk = await createKillDesk(context, (n) => `touch running; seq ${n} ${n + 700}; sleep 0.3`)
  const first = await desk.live('Number 0.')
  expect([first.code, first.err]).toEqual([0, expect.any(String)])
  const { conversation } = JSON.parse(first.out)
  for (const [name, arm] of deaths) {
    arm(desk)
    expect([name, (await desk.live(`Number ${name}.`, '--resume', conversation)).code]).toEqual([name, null])
    desk.onRequest(() => {})
    const { code, out, err } = await desk.live(`After ${name}.`, '--resume', conversation)
    expect([name, code, err]).toEqual([name, 0, expect.any(String)])
    expect(JSON.parse(out)).toMatchObject({ outcome: 'answered', answer: 'Done.' })
  }
  expect(desk.simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
  expect(desk.seen.some((message) => textsOf(message).join().includes('was interrupted'))).toBe(true)
  await expectNothingLost(desk, conversation)
})

test.concurrent('a process that is killed while it compacts leaves the old view, and the next one goes on with it', async (context) => {
  const desk = await createKillDesk(context, (n) => `seq ${n} ${n + 350}`)
  const { conversation } = JSON.parse((await desk.live('Number 0.')).out)
  let killedAt = 0
  desk.onRequest(({ tools }) => {
    if (tools.length > 0) return
    killedAt = desk.simulator.calls.length
    desk.kill()
  })
  expect((await desk.live('Number 1, 150 times.', '--resume', conversation)).code).toBe(null)
  expect(killedAt).toBeGreaterThan(5)
  desk.onRequest(() => {})
  const after = await desk.live('After it.', '--resume', conversation)
  expect([after.code, after.err]).toEqual([0, expect.any(String)])
  expect(desk.simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
  await expectNothingLost(desk, conversation)
})

/** What a model was shown had been acknowledged by the store. */
async function expectNothingLost({ database, seen }: KillDesk, conversation: string): Promise<void> {
  const store = await openStore(database)
  try {
    expect(await store.verify()).toEqual([])
    const originals = (await store.originals(conversationId(conversation))).map(({ message }) => message)
    const texts = new Set(originals.flatMap(textsOf))
    const said = seen.filter(({ role }) => role === 'user').flatMap(textsOf)
    const isShown = (text: string) => /^(?:Number|After|The end)/.test(text)
    expect(said.filter(isShown).filter((text) => !texts.has(text))).toEqual([])
    const answered = new Set(originals.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])))
    const asked = originals.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : [])),
    )
    expect(asked.filter((id) => !answered.has(id))).toEqual([])
  } finally {
    await store.end()
  }
}

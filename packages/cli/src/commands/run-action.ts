import type { SessionStore } from '@palimpsest/core/store'
import { startedLine } from '../chat/turn/tool-line.ts'
import type { RuntimeEvent, RuntimeOutcome } from '../compose.ts'
import { interruption, UserError } from '../errors/user-error.ts'
import { readText } from '../files/read-text.ts'
import { locationOf } from '../home/location.ts'
import type { RunOptions } from '../options/run-options.ts'
import { settingsFrom } from '../options/settings-from.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { findConversation } from '../store/find-conversation.ts'
import { withStore } from '../store/with-store.ts'
import { coloursFor } from '../terminal/colours.ts'
import { type Io, quote } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { oneLine } from '../terminal/width.ts'
import { sessionTokens } from '../usage/session-tokens.ts'

/** `palimpsest run PROMPT`: one turn; the answer goes to standard output. */
export async function runAction(prompt: string, options: RunOptions, io: Io): Promise<void> {
  const text = prompt === '-' ? await readText('-', io) : prompt
  if (text.trim() === '')
    throw new UserError('the prompt is empty', { remedy: 'Give a text, or - to read standard input.' })
  await withStore({ ...options, create: true }, io, async (store) => {
    const runtime = await openRuntime(store, options, io)
    for (const notice of runtime.notices) io.err(`${notice}\n`)
    const outcome = await runtime.turn(text, (event) => tell(event, options, io), io.interrupted)
    await runtime.end()
    const usage = await sessionTokens(store, runtime.conversation, await store.lineage(runtime.session))
    if (options.json)
      printJson({ ...asJson(outcome), conversation: runtime.conversation, model: runtime.model().name, usage }, io)
    end(outcome, options, io)
  })
}

async function openRuntime(store: SessionStore, options: RunOptions, io: Io): Promise<Runtime> {
  const { resume, yes = false, workspace = process.cwd() } = options
  const found = resume === undefined ? undefined : await findConversation(store, resume)
  // Loaded only here: other commands need neither tools nor SDKs, and start faster without them.
  const { createRuntime } = await import('../compose-runtime.ts')
  return createRuntime({
    store,
    location: locationOf(options, io),
    env: io.env,
    workspace,
    channel: 'script',
    settings: settingsFrom(options),
    confirm: async () => yes || 'nobody',
    ...(found && { resume: found.conversation.tip }),
  })
}

/** Reports progress. It is meant for people, so it goes to standard error. */
function tell(event: RuntimeEvent, { json }: RunOptions, io: Io): void {
  const colours = coloursFor(io)
  // A script gets the answer alone: what was said on the way, or broke off and is said again, is none of it.
  if (event.kind === 'text' && !json && io.isTerminal) quote(event.text, io)
  if (event.kind === 'notice') io.err(`${colours.yellow(oneLine(event.text))}\n`)
  if (event.kind === 'tool-started') io.err(`${colours.dim(startedLine(event))}\n`)
}

function end(outcome: RuntimeOutcome, { json }: RunOptions, io: Io): void {
  if (!json && 'text' in outcome) io.out(io.isTerminal ? '\n' : `${outcome.text}\n`)
  switch (outcome.kind) {
    case 'answered':
      return
    case 'aborted':
      throw interruption('What was said so far is kept; go on with --resume.')
    case 'cut-off':
    case 'out-of-steps':
    case 'refused':
      throw new UserError(outcome.message, { exitCode: 1 })
  }
}

function asJson(outcome: RuntimeOutcome) {
  const text = 'text' in outcome ? { answer: outcome.text } : {}
  const message = 'message' in outcome ? { message: outcome.message } : {}
  return { outcome: outcome.kind, ...text, ...message }
}

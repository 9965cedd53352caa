import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ChatOptions } from '../chat/run-chat.ts'
import { startGuide } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
import { chatAction } from './chat-action.ts'

type Guide = Awaited<ReturnType<typeof startGuide>>

/** `palimpsest chat --simulate`: a chat with a script on this machine, in a folder that is gone at the end. */
export async function tour(options: Pick<ChatOptions, 'version' | 'yes'>, io: Io): Promise<void> {
  const guide = await startGuide()
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-tour-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Whoever leaves at the first prompt ends the process there.
  process.once('exit', remove)
  try {
    const home = join(folder, 'home')
    const workspace = join(folder, 'lantern')
    write(home, { 'config.yaml': configFor(guide) })
    write(workspace, guide.files)
    await chatAction(
      { ...options, workspace, db: join(home, 'state.db'), isTour: true },
      { ...io, env: environment(io.env, home) },
    )
  } finally {
    await guide.simulator.close()
    remove()
    process.off('exit', remove)
  }
}

/** A small window, so that it is full after a few steps; the newest messages of so short a talk are few. */
function configFor({ simulator: { url }, models }: Guide): string {
  return `model:
  provider: anthropic
  name: ${models.speaker}
  base_url: ${url}
  context_length: 16384
  max_tokens: 2048
compression:
  protect_last_n: 4
auxiliary:
  compression:
    provider: anthropic
    model: ${models.summariser}
    base_url: ${url}
`
}

/** The user's own settings and key have no part in it. */
function environment(env: Io['env'], home: string): Io['env'] {
  const others = Object.entries(env).filter(([name]) => !name.startsWith('PALIMPSEST_'))
  return { ...Object.fromEntries(others), PALIMPSEST_HOME: home, ANTHROPIC_API_KEY: 'no-key-is-needed' }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, text)
  }
}

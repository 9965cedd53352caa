import { simulation } from '../compose.ts'
import { checkFormat } from '../files/load-transcript.ts'
import type { Io } from '../terminal/io.ts'
import { type ContextOptions, showContext } from './context-action.ts'
import { put } from './convert.ts'

export interface DemoOptions extends ContextOptions {
  readonly seed?: number
  readonly tokens?: number
  readonly out?: string
  readonly to?: string
}

/** `palimpsest demo`: the product at work on a session that it makes up itself. */
export async function demo(options: DemoOptions, io: Io): Promise<void> {
  const to = checkFormat(options.to ?? 'anthropic', '--to')
  const { makeExample } = await simulation()
  const transcript = makeExample({
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.tokens !== undefined && { targetTokens: options.tokens }),
  })
  if (options.out !== undefined) {
    await put(transcript, to, { out: options.out }, io)
    io.err(`The example session is in ${options.out}.\n`)
    return
  }
  await showContext({ file: 'example session', transcript }, options, io)
  if (options.json) return
  io.err('This session is made up. Try your own: npx palimpsest context FILE\n')
}

import { receive } from '../chat/receive.ts'
import { withSetupOffer } from '../chat/setup-offer.ts'
import { isInteractive } from '../chat/terminal.ts'
import { runSettings } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
import type { RunOptions } from './run.ts'

export interface ChatOptions extends Omit<RunOptions, 'json'> {
  readonly version?: string
}

/** `palimpsest chat`: a conversation until the user leaves; without a terminal, each line of input is a message. */
export async function chat(options: ChatOptions, io: Io): Promise<void> {
  const settings = settingsOf(options)
  const { wanted } = await runSettings(io.env, settings).catch((error: unknown) => {
    throw withSetupOffer(error, io.env)
  })
  const { version = '', workspace = '.', yes: isYes = false } = options
  const open = () => receive({ version, workspace, model: wanted, isYes }, io)
  // Most of what is loaded is not needed to type a message, so the prompt does not wait for it.
  const reception = isInteractive(io) && options.resume === undefined ? await open() : undefined
  const first = reception?.face.ask(reception.prompt)
  try {
    const { talk } = await import('../chat/talk.ts')
    await talk({ options, settings, io, receive: async () => reception ?? (await open()), first })
  } catch (error) {
    reception?.face.close()
    throw error
  }
}

function settingsOf({ model, provider, baseUrl, contextLength }: ChatOptions): Readonly<Record<string, string>> {
  return {
    ...(model !== undefined && { 'model.name': model }),
    ...(provider !== undefined && { 'model.provider': provider }),
    ...(baseUrl !== undefined && { 'model.base_url': baseUrl }),
    ...(contextLength !== undefined && { 'model.context_length': String(contextLength) }),
  }
}

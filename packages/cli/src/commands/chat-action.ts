import { receive } from '../chat/receive.ts'
import type { ChatOptions } from '../chat/run-chat.ts'
import { isInteractive } from '../chat/screen/terminal.ts'
import { seemsSet } from '../chat/seems-set.ts'
import { withSetupOffer } from '../chat/setup-offer.ts'
import { runSettings } from '../compose.ts'
import { settingsFrom } from '../options/settings-from.ts'
import type { Io } from '../terminal/io.ts'

/** `palimpsest chat`: a conversation until the user leaves; without a terminal, each line of input is a message. */
export async function chatAction(options: ChatOptions, io: Io): Promise<void> {
  const settings = settingsFrom(options)
  const check = () =>
    runSettings(io.env, settings).catch((error: unknown) => {
      throw withSetupOffer(error, io.env)
    })
  const { version = '', workspace = '.', yes: isYes = false, isTour = false } = options
  const open = () => receive({ version, workspace, isYes, isTour }, io)
  // Most of what is loaded is not needed to type a message, so the prompt does not wait for it.
  const isFirst = isInteractive(io) && options.resume === undefined && seemsSet(options, io)
  const reception = isFirst ? await open() : undefined
  const first = reception?.ui.ask(reception.prompt)
  let isBegun = false
  const onBegin = () => {
    isBegun = true
  }
  void first?.then((text) => {
    if (text !== undefined || isBegun || io.interrupted.aborted) return
    // Nothing was said and nothing is written yet: whoever leaves waits for nothing.
    reception?.ui.close()
    process.exit(0)
  })
  try {
    await check()
    const { runChat } = await import('../chat/run-chat.ts')
    await runChat({ options, settings, io, receive: async () => reception ?? (await open()), first, onBegin })
  } catch (error) {
    reception?.ui.close()
    throw error
  }
}

import { join } from 'node:path'
import { homeFolder } from '../home/location.ts'
import { coloursFor } from '../terminal/colours.ts'
import type { Io } from '../terminal/io.ts'
import { type Greeted, greeting } from './greeting.ts'
import type { Completer } from './prompt/ask-in-terminal.ts'
import { openHistory } from './prompt/history.ts'
import type { Prompt } from './prompt/prompt.ts'
import { isInteractive, openTerminal } from './screen/terminal.ts'
import type { ChatUi } from './ui/chat-ui.ts'
import { createTerminalUi } from './ui/terminal-ui.ts'

/** The prompt's parts known once the conversation is open. */
export interface Ready {
  prompt(): Prompt
  readonly completer: Completer
}

/** The place where the user is greeted. Typing works at once; the text around the prompt may come later. */
export interface Reception {
  readonly ui: ChatUi
  prompt(): Prompt
  ready(ready: Ready): void
}

export interface Received extends Greeted {
  /** Agree to everything without asking. */
  readonly isYes: boolean
}

/** Greets and takes over the terminal; until here errors are reported as usual. Loads as little as it can. */
export async function receive(received: Received, io: Io): Promise<Reception> {
  let known: Ready | undefined
  const prompt = () => known?.prompt() ?? { status: coloursFor(io).dim('getting ready…') }
  const completer: Completer = {
    hints: (text) => known?.completer.hints(text) ?? [],
    completion: async (text) => known?.completer.completion(text),
  }
  const ui = await openUi(received, completer, io)
  const ready = (now: Ready) => {
    known = now
    ui.refresh()
  }
  return { ui, prompt, ready }
}

async function openUi(received: Received, completer: Completer, io: Io): Promise<ChatUi> {
  const { isYes } = received
  if (!isInteractive(io)) return (await import('./ui/piped-ui.ts')).createPipedUi(io, isYes)
  const history = await openHistory(join(homeFolder(io), 'history'))
  const ui = createTerminalUi(openTerminal(io), { history, completer, isYes })
  ui.note(greeting(received, { colours: coloursFor(io), columns: io.columns }))
  return ui
}

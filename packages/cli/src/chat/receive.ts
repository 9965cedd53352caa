import { join } from 'node:path'
import { homeFolder } from '../home/location.ts'
import { coloursFor } from '../terminal/colours.ts'
import type { Io } from '../terminal/io.ts'
import type { Face } from './face/face.ts'
import { createTerminalFace } from './face/terminal-face.ts'
import { type Greeted, greeting } from './greeting.ts'
import type { Completer } from './prompt/ask-in-terminal.ts'
import { openHistory } from './prompt/history.ts'
import type { Prompt } from './prompt/prompt.ts'
import { isInteractive, openTerminal } from './screen/terminal.ts'

/** The prompt's parts known once the conversation is open. */
export interface Ready {
  prompt(): Prompt
  readonly completer: Completer
}

/** The place where the user is greeted. Typing works at once; the text around the prompt may come later. */
export interface Reception {
  readonly face: Face
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
  const face = await openFace(received, completer, io)
  const ready = (now: Ready) => {
    known = now
    face.refresh()
  }
  return { face, prompt, ready }
}

async function openFace(received: Received, completer: Completer, io: Io): Promise<Face> {
  const { isYes } = received
  if (!isInteractive(io)) return (await import('./face/piped-face.ts')).createPipedFace(io, isYes)
  const history = await openHistory(join(homeFolder(io), 'history'))
  const face = createTerminalFace(openTerminal(io), { history, completer, isYes })
  face.note(greeting(received, { colours: coloursFor(io), columns: io.columns }))
  return face
}

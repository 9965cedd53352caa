import type { Choice } from '../../slash/slash-command.ts'
import { type Editor, emptyEditor, type KeyPress, press } from '../keys/line-editor.ts'
import type { Terminal } from '../screen/terminal.ts'
import { type Completion, complete } from './complete.ts'
import type { History } from './history.ts'
import type { Prompt } from './prompt.ts'
import { echoPrompt, promptFrame } from './prompt-frame.ts'

/** The offers of Tab and of the rows below the prompt. */
export interface Completer {
  /** A row each for what could be meant so far. */
  hints(text: string): readonly string[]
  completion(text: string): Promise<Completion | undefined>
}

export interface TerminalQuestion {
  prompt(): Prompt
  readonly history: History
  readonly completer: Completer
  /** When Ctrl-C was last pressed. */
  readonly cancelledAt: number
  readonly twiceMs: number
}

interface State {
  editor: Editor
  choices: readonly Choice[]
  note: string | undefined
  cancelledAt: number
}

/** Reads one message; `undefined` when the user leaves. */
export async function askInTerminal(terminal: Terminal, asking: TerminalQuestion): Promise<string | undefined> {
  const { screen, keyboard, interrupted } = terminal
  const state: State = { editor: emptyEditor, choices: [], note: undefined, cancelledAt: asking.cancelledAt }
  const draw = () =>
    screen.show(promptFrame({ ...state, ...asking.prompt(), offered: offered(state, asking) }, terminal))
  const text = await new Promise<string | undefined>((resolve) => {
    let isDone = false
    const done = (answer: string | undefined) => {
      isDone = true
      forget()
      calm()
      interrupted.removeEventListener('abort', leave)
      resolve(answer)
    }
    const leave = () => done(undefined)
    const redraw = later(() => isDone || draw())
    const calm = terminal.onRedraw(draw)
    const onKey = (key: KeyPress) => {
      if (isDone) return
      const answer = handle(key, state, { terminal, asking, redraw })
      if (answer.kind === 'done') done(answer.text)
      else redraw()
    }
    interrupted.addEventListener('abort', leave)
    draw()
    const forget = keyboard.listen(onKey)
  })
  screen.show(undefined)
  if (text !== undefined && text.trim() !== '') screen.block(echoPrompt(text, terminal))
  return text
}

function offered({ choices, note, editor }: State, { completer }: TerminalQuestion): readonly string[] {
  if (note !== undefined) return [note]
  if (choices.length === 0) return completer.hints(editor.text)
  const wide = Math.max(...choices.map(({ value }) => value.length))
  return choices.map(({ value, note = '' }) => `${value.padEnd(wide)}  ${note}`)
}

/** Many keys at once, as when text is pasted, are drawn once. */
function later(draw: () => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      draw()
    })
  }
}

interface Surroundings {
  readonly terminal: Terminal
  readonly asking: TerminalQuestion
  redraw(): void
}

type Handled = { readonly kind: 'going-on' } | { readonly kind: 'done'; readonly text?: string }

function handle(key: KeyPress, state: State, around: Surroundings): Handled {
  const pressed = press(state.editor, key, around.asking.history.entries)
  state.choices = []
  state.note = undefined
  switch (pressed.kind) {
    case 'edited':
      state.editor = pressed.editor
      return { kind: 'going-on' }
    case 'submitted':
      return pressed.text.trim() === '' ? { kind: 'going-on' } : { kind: 'done', text: pressed.text }
    case 'left':
      return { kind: 'done' }
    case 'cancelled':
      return cancel(state, around)
    case 'cleared-screen':
      around.terminal.screen.clear()
      return { kind: 'going-on' }
    case 'completing':
      completeText(state, around)
      return { kind: 'going-on' }
  }
}

/** Clears the typed text first; with nothing typed, the second press leaves. */
function cancel(state: State, { terminal, asking }: Surroundings): Handled {
  const isSecond = terminal.now() - state.cancelledAt < asking.twiceMs
  if (isSecond && state.editor.text === '') return { kind: 'done' }
  state.cancelledAt = terminal.now()
  state.note = state.editor.text === '' ? 'Press Ctrl-C again to leave.' : undefined
  state.editor = emptyEditor
  return { kind: 'going-on' }
}

/** Looked up in the background; a key pressed meanwhile wins. */
function completeText(state: State, { asking, redraw }: Surroundings): void {
  const { text, cursor } = state.editor
  if (cursor !== text.length) return
  asking.completer.completion(text).then(
    (completion) => {
      if (completion === undefined || state.editor.text !== text) return
      const { text: next, choices } = complete(text, completion)
      state.editor = { ...state.editor, text: next, cursor: next.length }
      state.choices = choices
      redraw()
    },
    () => undefined,
  )
}

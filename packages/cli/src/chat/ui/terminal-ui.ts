import type { RuntimeQuestion } from '../../compose.ts'
import { visible } from '../../terminal/visible.ts'
import { oneLine } from '../../terminal/width.ts'
import { wrapLines } from '../../terminal/wrap-lines.ts'
import type { KeyPress } from '../keys/line-editor.ts'
import { askInTerminal, type Completer } from '../prompt/ask-in-terminal.ts'
import type { History } from '../prompt/history.ts'
import type { Terminal } from '../screen/terminal.ts'
import { shortenQuestion } from '../turn/shorten-question.ts'
import type { TurnView } from '../turn/turn-view.ts'
import type { ChatUi } from './chat-ui.ts'

export interface TerminalUiOptions {
  readonly history: History
  readonly completer: Completer
  /** Agree to everything without asking. */
  readonly isYes: boolean
}

/** Two presses of Ctrl-C within this time mean to leave. */
const twiceMs = 1_500
const tickMs = 100

interface State {
  /** The kinds of question agreed to for good. */
  readonly agreed: Set<RuntimeQuestion['about']>
  isLeaving: boolean
  cancelledAt: number
  view: TurnView | undefined
  /** Questions are asked one after the other. */
  lastQuestion: Promise<unknown>
  isAsking: boolean
  /** Keys typed for the next message while a turn is running. */
  readonly ahead: KeyPress[]
}

/** A chat on a terminal: a prompt with history and completion, answers as they are written, questions in place. */
export function createTerminalUi(terminal: Terminal, options: TerminalUiOptions): ChatUi {
  const { screen, keyboard, colours } = terminal
  const state: State = {
    agreed: new Set(options.isYes ? (['files', 'commands', 'memory', 'hard links', 'tools'] as const) : []),
    isLeaving: false,
    cancelledAt: Number.NEGATIVE_INFINITY,
    view: undefined,
    lastQuestion: Promise.resolve(),
    isAsking: false,
    ahead: [],
  }
  return {
    ask: async (prompt) => {
      if (state.isLeaving || terminal.interrupted.aborted) return undefined
      const { history, completer } = options
      const { cancelledAt } = state
      const text = await askInTerminal(terminal, { prompt, history, completer, cancelledAt, twiceMs })
      if (text !== undefined) await history.add(text)
      return text
    },
    refresh: () => terminal.refresh(),
    watch: (work, doing) => watch(terminal, state, (onEvent, signal) => work(onEvent, signal), doing),
    confirm: (question) => {
      const asked = state.lastQuestion.then(() => confirm(terminal, state, question))
      state.lastQuestion = asked
      return asked
    },
    say: (text) => screen.block(wrapLines(text, terminal.columns())),
    note: (text) => screen.block(wrapLines(text, terminal.columns())),
    warn: (text) => screen.block(colours.red(wrapLines(visible(text), terminal.columns()))),
    close: () => {
      screen.show(undefined)
      keyboard.close()
    },
  }
}

/** Ctrl-C cancels the work; pressed again soon it means to leave as well. */
async function watch<T>(
  terminal: Terminal,
  state: State,
  work: (onEvent: TurnView['onEvent'], signal: AbortSignal) => Promise<T>,
  doing: string,
): Promise<T> {
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  // Loaded with the rest of the chat, after its prompt.
  const { createTurnView } = await import('../turn/turn-view.ts')
  const view = createTurnView(terminal, doing)
  const { ahead } = state
  const forget = terminal.keyboard.listen((key) => {
    if (!isCancel(key)) return void ahead.push(key)
    // Work that does not end when it is told to holds nobody.
    if (state.isLeaving) process.exit(130)
    if (terminal.now() - state.cancelledAt < twiceMs) state.isLeaving = true
    state.cancelledAt = terminal.now()
    ahead.length = 0
    stop()
  })
  terminal.interrupted.addEventListener('abort', stop)
  const timer = setInterval(() => state.isAsking || view.tick(), tickMs)
  state.view = view
  view.tick()
  try {
    return await work(view.onEvent, cancel.signal)
  } finally {
    clearInterval(timer)
    forget()
    terminal.keyboard.unread(ahead.splice(0))
    terminal.interrupted.removeEventListener('abort', stop)
    state.view = undefined
    view.end()
  }
}

function isCancel({ ctrl, name }: KeyPress): boolean {
  return ctrl === true && name === 'c'
}

type Answer = 'yes' | 'no' | 'always' | 'view'

type Answers = Readonly<Record<string, Answer>>

const answers: Answers = { y: 'yes', n: 'no', escape: 'no' }

/** The meaning of an "always". There is none for memory, as it outlives the chat. */
const always: Readonly<Partial<Record<RuntimeQuestion['about'], string>>> = {
  files: 'write files',
  commands: 'run commands',
}

/** All of what is to be agreed to is shown, or can be: what is cut off could be what matters. */
async function confirm(terminal: Terminal, state: State, question: RuntimeQuestion): Promise<boolean> {
  const { text, about } = question
  if (state.agreed.has(about)) return true
  const { screen, colours } = terminal
  const short = shortenQuestion(question)
  const show = ([first = '', ...others]: readonly string[]) =>
    screen.block([colours.yellow(`? ${oneLine(first)}`), ...others.map((line) => `  ${oneLine(line)}`)].join('\n'))
  const { row, taken } = choicesFor(about, short.isCut, (name) => `${colours.bold(name.slice(0, 1))}${name.slice(1)}`)
  state.isAsking = true
  show(short.lines)
  let answer: Answer = 'view'
  while (answer === 'view') {
    screen.show({ rows: [row] })
    answer = await answerOf(terminal, taken, isAmidst(state.ahead) ? amidstMs : pauseMs)
    screen.show(undefined)
    if (answer === 'view') show(text.split('\n'))
  }
  state.isAsking = false
  screen.block(`  ${answer === 'no' ? colours.red(answer) : colours.green(answer)}`)
  state.view?.tick()
  if (answer === 'always') state.agreed.add(about)
  return answer !== 'no'
}

/** The answers that can be given, as they are offered and by their keys. */
function choicesFor(about: RuntimeQuestion['about'], isCut: boolean, key: (name: string) => string) {
  const good = always[about]
  const offered = [
    key('yes'),
    key('no'),
    ...(good === undefined ? [] : [`${key('always')} ${good} (until you leave)`]),
    ...(isCut ? [`${key('view')} all of it`] : []),
  ]
  const taken: Answers = { ...answers, ...(good !== undefined && { a: 'always' }), ...(isCut && { v: 'view' }) }
  return { row: `  ${offered.join(' · ')}`, taken }
}

/** A user typing something else as the question appears is not answering it: only a key after a pause counts. */
const pauseMs = 300
/** A user who has begun a message may well stop to think before its next word. */
const amidstMs = 1_500

/** True when a message was begun and not sent. */
function isAmidst(ahead: readonly KeyPress[]): boolean {
  return ahead.length > 0 && ahead.at(-1)?.name !== 'return'
}

/** One key answers; who types the whole word and Enter means the same. Ctrl-C declines, and is handed on, as it cancels the turn too. */
function answerOf({ keyboard, interrupted, now }: Terminal, taken: Answers, quietMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    let lastKeyAt = now()
    const decline = () => done('no')
    const done = (answer: Answer) => {
      forget()
      interrupted.removeEventListener('abort', decline)
      resolve(answer)
    }
    const forget = keyboard.listen((key) => {
      const isMeant = now() - lastKeyAt >= quietMs && !key.ctrl && !key.meta && !key.isPasted
      lastKeyAt = now()
      const answer = isMeant ? taken[key.name ?? ''] : undefined
      if (answer !== undefined && key.name === answer[0]) keyboard.takenFor(answer)
      if (answer !== undefined) return done(answer)
      if (!isCancel(key)) return
      done('no')
      keyboard.pass(key)
    })
    interrupted.addEventListener('abort', decline)
  })
}

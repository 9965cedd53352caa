import { type Colours, coloursFor } from '../../terminal/colours.ts'
import { columnsIn, type Io } from '../../terminal/io.ts'
import { type Keyboard, openKeyboard } from '../keys/keyboard.ts'
import { createScreen, type Screen } from './screen.ts'

/** The parts of a terminal. */
export interface Terminal {
  readonly screen: Screen
  readonly keyboard: Keyboard
  readonly colours: Colours
  columns(): number
  rows(): number
  now(): number
  /** Aborts when the chat is to end. */
  readonly interrupted: AbortSignal
  /** Calls back when everything must be redrawn. Returns how to stop. */
  onRedraw(redraw: () => void): () => void
  /** Something changed that is shown. */
  refresh(): void
}

/** Returns true when a person is at a terminal that can move its cursor. */
export function isInteractive(io: Io): boolean {
  return io.isTerminal && process.stdin.isTTY === true && io.env.TERM !== 'dumb'
}

/** The terminal of this process. Its keys are ours until the keyboard is closed. */
export function openTerminal(io: Io): Terminal {
  const { stdin, stdout } = process
  const ended = new AbortController()
  const columns = () => stdout.columns || columnsIn(io.env)
  const drawing = new Set<() => void>()
  const refresh = () => {
    for (const redraw of drawing) redraw()
  }
  // The one way past the edge: what moves the cursor is written as it is, what it moves around was made safe by the screen.
  const write = (text: string) => void stdout.write(text)
  const screen = createScreen({ write, columns })
  return {
    screen,
    keyboard: openKeyboard({
      input: stdin,
      write,
      onEnd: () => ended.abort(),
      onSuspend: () => screen.hide(),
      onResume: () => {
        screen.redraw()
        refresh()
      },
    }),
    colours: coloursFor(io),
    columns,
    rows: () => stdout.rows || 24,
    now: Date.now,
    interrupted: AbortSignal.any([io.interrupted, ended.signal]),
    onRedraw: (redraw) => {
      drawing.add(redraw)
      stdout.on('resize', redraw)
      return () => {
        drawing.delete(redraw)
        stdout.off('resize', redraw)
      }
    },
    refresh,
  }
}

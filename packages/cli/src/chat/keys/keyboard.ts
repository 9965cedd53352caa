import { emitKeypressEvents } from 'node:readline'
import type { ReadStream } from 'node:tty'
import { createKeyQueue, type KeyQueue } from './key-queue.ts'
import type { KeyPress } from './line-editor.ts'

/** The keys of a terminal, one by one. Nothing is echoed, and Ctrl-C is a key like any other. */
export interface Keyboard extends KeyQueue {
  close(): void
}

export interface KeyboardPorts {
  readonly input: ReadStream
  write(text: string): void
  /** The terminal went away. */
  onEnd(): void
  /** Ctrl-Z: the terminal is about to be the shell's. */
  onSuspend(): void
  /** It is ours again. */
  onResume(): void
}

const pasteMarksOn = '\u001b[?2004h'
const pasteMarksOff = '\u001b[?2004l\u001b[?25h'

/** Keys typed before we took over went through the terminal's line editing, which turns Enter into a line feed. */
const earlyMs = 50

export function openKeyboard(ports: KeyboardPorts): Keyboard {
  const { input, write, onEnd } = ports
  const queue = createKeyQueue()
  const openedAt = Date.now()
  let isPasted = false
  let isOpen = true
  const take = () => {
    input.setRawMode(true)
    write(pasteMarksOn)
  }
  const restore = () => write(pasteMarksOff)
  const suspend = () => {
    ports.onSuspend()
    restore()
    input.setRawMode(false)
    stop(() => {
      if (!isOpen) return
      take()
      ports.onResume()
    })
  }
  const onKeypress = (text: string | undefined, { name, ctrl, meta }: KeyPress) => {
    if (ctrl && name === 'z' && !isPasted && process.platform !== 'win32') return suspend()
    const isEarly = name === 'enter' && Date.now() - openedAt < earlyMs
    if (name === 'paste-start') isPasted = true
    queue.pass({ name: isEarly ? 'return' : name, ctrl, meta, text, isPasted })
    if (name === 'paste-end') isPasted = false
  }
  emitKeypressEvents(input)
  input.on('keypress', onKeypress)
  input.once('end', onEnd)
  take()
  input.resume()
  // Whatever ends the process, the terminal is left as it was found.
  process.once('exit', restore)
  const close = () => {
    isOpen = false
    process.removeListener('exit', restore)
    restore()
    input.off('keypress', onKeypress)
    input.off('end', onEnd)
    input.setRawMode(false)
    input.pause()
  }
  return { ...queue, close }
}

/** A stopped process does not see this time pass; one that nobody could wake is not stopped, and goes on after it. */
const stoppedMs = 50

/** Stops all of the group, as the terminal itself would: a shell that started us through another program waits for that one. */
function stop(onWake: () => void): void {
  process.kill(0, 'SIGTSTP')
  setTimeout(onWake, stoppedMs)
}

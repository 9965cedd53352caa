import { emitKeypressEvents } from 'node:readline'
import type { ReadStream } from 'node:tty'
import type { Key } from './line-editor.ts'

/** The keys of a terminal, one by one. Nothing is echoed, and Ctrl-C is a key like any other. */
export interface Keyboard {
  /** All keys go to whoever listens last. What is typed while nobody listens waits. Returns how to stop. */
  listen(onKey: (key: Key) => void): () => void
  /** Hands a key on to whoever listens now. */
  pass(key: Key): void
  /** Gives keys back to whoever listens next, before all others. */
  unread(keys: readonly Key[]): void
  close(): void
}

export interface KeyboardPorts {
  readonly input: ReadStream
  write(text: string): void
  /** The terminal went away. */
  onEnd(): void
}

const pasteMarksOn = '\u001b[?2004h'
const pasteMarksOff = '\u001b[?2004l\u001b[?25h'

/** What was typed before the keys were ours came through the terminal's own line editing, which turns Enter into a line feed. */
const earlyMs = 50

export function openKeyboard({ input, write, onEnd }: KeyboardPorts): Keyboard {
  const listeners: ((key: Key) => void)[] = []
  const waiting: Key[] = []
  let isPasted = false
  const openedAt = Date.now()
  const onKeypress = (text: string | undefined, { name, ctrl, meta }: Key) => {
    const isEarly = name === 'enter' && Date.now() - openedAt < earlyMs
    if (name === 'paste-start') isPasted = true
    pass({ name: isEarly ? 'return' : name, ctrl, meta, text, isPasted })
    if (name === 'paste-end') isPasted = false
  }
  const deliver = () => {
    for (let to = listeners.at(-1); to !== undefined && waiting.length > 0; to = listeners.at(-1)) {
      const key = waiting.shift()
      if (key !== undefined) to(key)
    }
  }
  const pass = (key: Key) => {
    waiting.push(key)
    deliver()
  }
  const restore = () => write(pasteMarksOff)
  emitKeypressEvents(input)
  input.setRawMode(true)
  input.on('keypress', onKeypress)
  input.once('end', onEnd)
  input.resume()
  write(pasteMarksOn)
  // Whatever ends the process, the terminal is left as it was found.
  process.once('exit', restore)
  return {
    listen: (onKey) => {
      listeners.push(onKey)
      // Not at once: whoever listens must first know how to stop.
      setImmediate(deliver)
      return () => {
        const at = listeners.lastIndexOf(onKey)
        if (at !== -1) listeners.splice(at, 1)
      }
    },
    pass,
    unread: (keys) => {
      const newer = waiting.splice(0)
      for (const key of [...keys, ...newer]) waiting.push(key)
    },
    close: () => {
      process.removeListener('exit', restore)
      restore()
      input.off('keypress', onKeypress)
      input.off('end', onEnd)
      input.setRawMode(false)
      input.pause()
    },
  }
}

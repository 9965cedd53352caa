import type { KeyPress } from './line-editor.ts'

/** Keys that go on with a word of which the first was enough. */
export interface RestOfWord {
  expect(rest: string): void
  /** Returns the keys to pass on after this key: none while it may belong to the word, or when it ends it. */
  handOn(key: KeyPress): readonly KeyPress[]
}

/** The longest pause while typing a word. */
const pauseMs = 700

export function createRestOfWord(handOnLate: (keys: readonly KeyPress[]) => void): RestOfWord {
  let left: string | undefined
  let held: KeyPress[] = []
  let timer: NodeJS.Timeout | undefined
  const stop = (): readonly KeyPress[] => {
    const keys = held
    clearTimeout(timer)
    left = undefined
    held = []
    return keys
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const isWhole = left === ''
      const keys = stop()
      if (!isWhole) handOnLate(keys)
    }, pauseMs)
    timer.unref()
  }
  return {
    expect: (rest) => {
      left = rest
      wait()
    },
    handOn: (key) => {
      if (left === undefined) return [key]
      const isTyped = !key.ctrl && !key.meta && !key.isPasted
      if (isTyped && left !== '' && key.text === left[0]) {
        held.push(key)
        left = left.slice(1)
        wait()
        return []
      }
      const isEnd = isTyped && left === '' && key.name === 'return'
      const keys = stop()
      return isEnd ? [] : [...keys, key]
    },
  }
}

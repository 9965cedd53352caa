import { createMarkdown, type MarkdownOptions } from '../../markdown/markdown-stream.ts'
import type { Screen } from '../screen/screen.ts'

/** The lasting output of a turn: its text, and lines about what it did, separated by blank space. */
export interface TurnText {
  /** More of what the model says. */
  words(text: string): void
  line(text: string): void
  /** Shows what was held back: the model has turned to something else. */
  settle(): void
}

export function createTurnText(screen: Screen, options: MarkdownOptions): TurnText {
  let markdown = createMarkdown(options)
  let last: 'words' | 'line' | undefined
  const show = (text: string) => {
    if (text === '') return
    screen.show(undefined)
    screen.print(last === 'line' ? `\n${text}` : text)
    last = 'words'
  }
  return {
    words: (text) => show(markdown.push(text)),
    line: (text) => {
      screen.block(last === 'words' ? `\n${text}` : text)
      last = 'line'
    },
    settle: () => {
      show(markdown.end())
      markdown = createMarkdown(options)
    },
  }
}

import {
  endOfLine,
  lineAbove,
  lineBelow,
  nextCharacter,
  nextWord,
  previousCharacter,
  previousWord,
  startOfLine,
} from './moves.ts'

/** A key as the terminal sent it. */
export interface KeyPress {
  readonly name?: string | undefined
  readonly ctrl?: boolean | undefined
  readonly meta?: boolean | undefined
  /** The character itself, where it is one. */
  readonly text?: string | undefined
  /** It came out of a clipboard, not from a finger. */
  readonly isPasted?: boolean | undefined
}

/** The input being typed. */
export interface Editor {
  readonly text: string
  readonly cursor: number
  /** Number of steps back in the history; 0 is the text being typed. */
  readonly back: number
  /** The text being typed when browsing the history began. */
  readonly draft: string
  /** Between the marks that a terminal puts around pasted text. */
  readonly isPasting: boolean
}

export const emptyEditor: Editor = { text: '', cursor: 0, back: 0, draft: '', isPasting: false }

/** The result of a key press. */
export type Pressed =
  | { readonly kind: 'edited'; readonly editor: Editor }
  | { readonly kind: 'submitted'; readonly text: string }
  | { readonly kind: 'completing' | 'cancelled' | 'left' | 'cleared-screen' }

/** One key further. Pasted text is only ever inserted: nothing in it submits or completes. */
export function press(editor: Editor, key: KeyPress, history: readonly string[]): Pressed {
  if (key.name === 'paste-start' || key.name === 'paste-end')
    return edited({ ...editor, isPasting: key.name === 'paste-start' })
  if (editor.isPasting) return edited(insertText(editor, pastedText(key)))
  if (key.name === 'return') return key.meta ? edited(insertText(editor, '\n')) : enter(editor)
  if (key.name === 'enter') return edited(insertText(editor, '\n'))
  if (key.name === 'tab') return { kind: 'completing' }
  if (key.ctrl && key.name === 'c') return { kind: 'cancelled' }
  if (key.ctrl && key.name === 'l') return { kind: 'cleared-screen' }
  if (key.ctrl && key.name === 'd' && editor.text === '') return { kind: 'left' }
  const next = moved(editor, key) ?? removed(editor, key) ?? recalled(editor, key, history)
  return edited(next ?? insertText(editor, typedText(key)))
}

function edited(editor: Editor): Pressed {
  return { kind: 'edited', editor }
}

/** A backslash at the end of the text asks for another line. */
function enter(editor: Editor): Pressed {
  if (!editor.text.endsWith('\\')) return { kind: 'submitted', text: editor.text }
  const text = `${editor.text.slice(0, -1)}\n`
  return edited({ ...editor, text, cursor: text.length })
}

export function insertText(editor: Editor, more: string): Editor {
  const { text, cursor } = editor
  return { ...editor, text: text.slice(0, cursor) + more + text.slice(cursor), cursor: cursor + more.length }
}

function pastedText({ name, text = '' }: KeyPress): string {
  if (name === 'return' || name === 'enter') return '\n'
  return name === 'tab' ? '    ' : text.replaceAll(/\p{Cc}/gu, '')
}

function typedText({ ctrl, meta, text = '' }: KeyPress): string {
  return ctrl || meta ? '' : text.replaceAll(/\p{Cc}/gu, '')
}

function moved(editor: Editor, key: KeyPress): Editor | undefined {
  const to = target(editor, key)
  return to === undefined ? undefined : { ...editor, cursor: to }
}

function target({ text, cursor }: Editor, { name, ctrl, meta }: KeyPress): number | undefined {
  const isByWord = ctrl || meta
  if (name === 'left') return isByWord ? previousWord(text, cursor) : previousCharacter(text, cursor)
  if (name === 'right') return isByWord ? nextWord(text, cursor) : nextCharacter(text, cursor)
  if (meta && name === 'b') return previousWord(text, cursor)
  if (meta && name === 'f') return nextWord(text, cursor)
  if (ctrl && name === 'b') return previousCharacter(text, cursor)
  if (ctrl && name === 'f') return nextCharacter(text, cursor)
  if (name === 'home' || (ctrl && name === 'a')) return startOfLine(text, cursor)
  if (name === 'end' || (ctrl && name === 'e')) return endOfLine(text, cursor)
  if (name === 'up') return lineAbove(text, cursor)
  return name === 'down' ? lineBelow(text, cursor) : undefined
}

function removed(editor: Editor, { name, ctrl, meta }: KeyPress): Editor | undefined {
  const { text, cursor } = editor
  if (name === 'backspace' || (ctrl && name === 'h'))
    return cut(editor, meta ? previousWord(text, cursor) : previousCharacter(text, cursor), cursor)
  if (name === 'delete' || (ctrl && name === 'd')) return cut(editor, cursor, nextCharacter(text, cursor))
  if (ctrl && name === 'w') return cut(editor, previousWord(text, cursor), cursor)
  if (meta && name === 'd') return cut(editor, cursor, nextWord(text, cursor))
  if (ctrl && name === 'u') return cut(editor, startOfLine(text, cursor), cursor)
  return ctrl && name === 'k' ? cut(editor, cursor, endOfLine(text, cursor)) : undefined
}

function cut(editor: Editor, from: number, to: number): Editor {
  return { ...editor, text: editor.text.slice(0, from) + editor.text.slice(to), cursor: from }
}

/** Recalls earlier input; past the newest entry comes back the text that was being typed. */
function recalled(editor: Editor, { name, ctrl }: KeyPress, history: readonly string[]): Editor | undefined {
  const step = name === 'up' || (ctrl && name === 'p') ? 1 : name === 'down' || (ctrl && name === 'n') ? -1 : 0
  if (step === 0) return undefined
  const back = Math.max(0, Math.min(history.length, editor.back + step))
  if (back === editor.back) return editor
  const draft = editor.back === 0 ? editor.text : editor.draft
  const text = back === 0 ? draft : (history.at(-back) ?? '')
  return { ...editor, text, cursor: text.length, back, draft }
}

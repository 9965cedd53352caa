import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Editor, emptyEditor, type KeyPress, press } from './line-editor.ts'

const typed = (text: string): readonly KeyPress[] => [...text].map((character) => ({ text: character }))
const key = (name: string, more: KeyPress = {}): KeyPress => ({ name, ...more })

function after(keys: readonly KeyPress[], history: readonly string[] = [], from: Editor = emptyEditor): Editor {
  return keys.reduce((editor, each) => {
    const pressed = press(editor, each, history)
    if (pressed.kind !== 'edited') throw new Error(`it ${pressed.kind}`)
    return pressed.editor
  }, from)
}

test('what is typed is there, at the cursor', () => {
  expect(after([...typed('ac'), key('left'), ...typed('b')])).toMatchObject({ text: 'abc', cursor: 2 })
})

test('Enter submits, unless the text ends in a backslash: then it goes on', () => {
  expect(press(after(typed('hello')), key('return'), [])).toEqual({ kind: 'submitted', text: 'hello' })
  expect(after([...typed('one \\'), key('return'), ...typed('two')]).text).toBe('one \ntwo')
})

test.each([
  ['Alt+Enter', key('return', { meta: true })],
  ['Ctrl+J', key('enter')],
])('%s makes a new line', (_, newline) => {
  expect(after([...typed('a'), newline, ...typed('b')]).text).toBe('a\nb')
})

test('pasted lines stay one message, and a pasted tab does not complete', () => {
  const paste = [key('paste-start'), ...typed('a'), key('return'), key('tab'), ...typed('b'), key('paste-end')]
  const editor = after(paste)
  expect(editor.text).toBe('a\n    b')
  expect(press(editor, key('return'), [])).toMatchObject({ kind: 'submitted' })
})

test('a character that is drawn of several is removed as one', () => {
  const family: readonly KeyPress[] = [{ text: '👨‍👩‍👧' }, key('backspace')]
  expect(after([...typed('a中'), ...family]).text).toBe('a中')
})

test.each([
  ['w', { ctrl: true }, 'one two '],
  ['u', { ctrl: true }, ''],
  ['backspace', { meta: true }, 'one two '],
])('%s %o removes what stands before the cursor', (name, more, left) => {
  expect(after([...typed('one two three'), key(name, more)]).text).toBe(left)
})

test('up looks back in the history, down comes back to what was being typed', () => {
  const history = ['first', 'second']
  const up = key('up')
  expect(after([...typed('dr'), up], history).text).toBe('second')
  expect(after([...typed('dr'), up, up, up], history).text).toBe('first')
  expect(after([...typed('dr'), up, up, key('down'), key('down')], history).text).toBe('dr')
})

test('in a text of several lines up and down move between them first', () => {
  const editor = after([...typed('abc'), key('enter'), ...typed('d'), key('up')], ['before'])
  expect(editor).toMatchObject({ text: 'abc\nd', cursor: 1 })
  expect(after([key('up')], ['before'], editor).text).toBe('before')
})

test('Ctrl-D leaves only an empty prompt', () => {
  expect(press(emptyEditor, key('d', { ctrl: true }), [])).toEqual({ kind: 'left' })
  expect(after([...typed('ab'), key('home'), key('d', { ctrl: true })]).text).toBe('b')
})

const anyKey = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).map((text): KeyPress => ({ text })),
  fc.record({
    name: fc.constantFrom(
      'left',
      'right',
      'up',
      'down',
      'home',
      'end',
      'backspace',
      'delete',
      'enter',
      'b',
      'f',
      'd',
      'k',
      'paste-start',
      'paste-end',
    ),
    ctrl: fc.boolean(),
    meta: fc.boolean(),
  }),
)

test('whatever is pressed, the cursor stays inside the text', () => {
  fc.assert(
    fc.property(fc.array(anyKey, { maxLength: 60 }), (keys) => {
      let editor = emptyEditor
      for (const each of keys) {
        const pressed = press(editor, each, ['old\nlines', '🚀'])
        if (pressed.kind === 'edited') editor = pressed.editor
        expect(editor.cursor).toBeGreaterThanOrEqual(0)
        expect(editor.cursor).toBeLessThanOrEqual(editor.text.length)
      }
    }),
  )
})

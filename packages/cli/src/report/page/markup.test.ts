import { expect, test } from 'vitest'
import { said } from '../../terminal/said.ts'
import { html, trusted } from './markup.ts'

test('escapes what is put into a template, in text and in attributes', () => {
  expect(html`<b title="${'" onclick="x'}">${"<i>&'</i>"}</b>`.markup).toBe(
    '<b title="&quot; onclick=&quot;x">&lt;i&gt;&amp;&#39;&lt;/i&gt;</b>',
  )
})

test('leaves markup as it is, alone and in lists', () => {
  expect(html`${html`<i>${1}</i>`}${[trusted('<u>'), trusted('</u>')]}`.markup).toBe('<i>1</i><u></u>')
})

test('what others said is one line without secrets, control signs and signs that turn the direction of reading', () => {
  const key = `sk-ant-api03-${'a1B2'.repeat(23)}AA`
  expect(said(`log \u001b[31m\n${key}\u202e end`)).toBe('log [31m [REDACTED] end')
})

test('long words are cut', () => {
  expect(said('x'.repeat(50), 10)).toBe(`${'x'.repeat(10)}…`)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromSlackText, toSlackText } from './slack-text.ts'

test.each([
  ['<@UBOT> /new', '/new'],
  ['<@UBOT>', ''],
  ['ask <@UBOT> and <@U2|bo>', 'ask @UBOT and @bo'],
  ['see <https://a.b/c|the page> or <https://a.b>', 'see the page (https://a.b/c) or https://a.b'],
  ['<http://a.b|a.b> in <#C1|general>', 'http://a.b in #general'],
  ['<!here> <!date^1^{date}|today>', '@here today'],
  ['1 &lt; 2 &amp;&amp; &amp;lt;', '1 < 2 && &lt;'],
])('reads %j as %j', (text, expected) => {
  expect(fromSlackText(text, 'UBOT')).toBe(expected)
})

test('whatever is sent is read back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => fromSlackText(toSlackText(text), undefined) === text),
  )
})

test('an answer cannot call everybody', () => {
  expect(toSlackText('<!channel> & <@U1>')).toBe('&lt;!channel&gt; &amp; &lt;@U1&gt;')
})

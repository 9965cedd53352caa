import { describe, expect, test } from 'vitest'
import { isRealUser } from '../../ledger/authorship/is-real-user.ts'
import { emptyLedger } from '../../ledger/ledger.ts'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { assistant, call, result, user } from '../../testing/build.ts'
import { createCounter } from '../../tokens/count.ts'
import { draftTokens, startDraft, type ViewDraft } from '../plan/view-draft.ts'
import { clear } from './clear.ts'
import type { Cut } from './cut.ts'
import { deduplicate } from './deduplicate.ts'
import { notablesOf } from './notables.ts'
import { shorten } from './shorten.ts'
import { spill } from './spill.ts'

const counter = createCounter()
const allMiddle: Cut = { headEnd: 0, tailStart: 999 }

function draft(messages: readonly Message[]): ViewDraft {
  return startDraft(
    messages.map((message, index) => ({ id: entryId(`e${index}`), index, message })),
    counter,
    0,
  )
}

function texts({ items }: ViewDraft): readonly string[] {
  return items.map(({ message }) =>
    message.parts
      .map((part) => (part.type === 'text' ? part.text : part.type === 'tool-call' ? part.arguments : part.type))
      .join('|'),
  )
}

const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i} of the output`).join('\n')
const ran = (command: string, output: string, id = 'c') => [
  assistant(call('terminal', { command }, id)),
  result(id, output),
]

describe('clear', () => {
  test('one line says what ran, how it ended, how long it was and where it is', () => {
    const before = draft(ran('pytest tests/', `${lines(60)}\nE   AssertionError: 1 != 2\nexit code: 1`))
    const [, line = ''] = texts(clear(before, allMiddle, counter))
    expect(line).toContain('[terminal] ran `pytest tests/` -> exit 1, 62 lines')
    expect(line).toContain('AssertionError: 1 != 2')
    expect(line).toContain('#1')
    expect(line.length).toBeLessThanOrEqual(200)
  })

  test('of a long path its end is told, and of a script not where it runs', () => {
    const path = `/home/somebody/${'deep/'.repeat(20)}src/price.js`
    const read = [
      assistant(call('read_file', { path }, 'd')),
      result('d', `${lines(60)}\nprocess.exit(code=1) // exit code 1`),
    ]
    const [, script = '', , file = ''] = texts(
      clear(draft([...ran(`cd ${path} && make lamps`, lines(60)), ...read]), allMiddle, counter),
    )
    expect(script).toContain('ran `make lamps`')
    expect(file).toMatch(/^\[read_file\] `…\/[^`]{40,60}\/src\/price\.js` -> 61 lines/)
  })

  test('the row that a call asked for is told, and the same call after other words is told anew', () => {
    const stock = Array.from({ length: 40 }, (_, n) => `"field_${n}": ${n},`)
      .join('\n')
      .replace('"field_9"', '"lamps_left"')
    const told = (asked: string) => {
      const before = draft([user(asked), assistant(call('stock', {}, 'c')), result('c', stock)])
      return texts(clear(before, allMiddle, counter, notablesOf(emptyLedger)))[2]
    }
    expect(told('How many lamps are left?')).toContain('"lamps_left": 9')
    expect(told('And?')).not.toContain('lamps_left')
  })

  test('a short result, a protected one and one that is cleared already stay as they are', () => {
    const before = draft([...ran('ls', 'a b'), ...ran('cat x', lines(50), 'd')])
    expect(clear(before, { headEnd: 4, tailStart: 4 }, counter)).toBe(before)
    const once = clear(before, allMiddle, counter)
    expect(texts(once)[1]).toBe('a b')
    expect(clear(once, allMiddle, counter)).toBe(once)
  })

  test('the same result is told anew where its number, its call or what is notable is another', () => {
    const [asked, answer] = ran('make', lines(60)) as [Message, Message]
    const lineAfter = (before: readonly Message[], notable: readonly string[] = []) =>
      texts(clear(draft([...before, answer]), allMiddle, counter, () => notable)).at(-1)
    const told = [
      lineAfter([asked]),
      lineAfter([user('Go.'), asked]),
      lineAfter([assistant(call('terminal', { command: 'ninja' }, 'c'))]),
      lineAfter([asked], ['build-7f3a9c']),
    ]
    expect(new Set(told).size).toBe(4)
    expect(lineAfter([asked])).toBe(told[0])
  })

  test('what is notable in it stays in the line, as far as it fits', () => {
    const before = draft(ran('make', lines(60)))
    const [, line = ''] = texts(clear(before, allMiddle, counter, () => ['build-7f3a9c', 'x'.repeat(300)]))
    expect(line).toMatch(/\(#1\): build-7f3a9c$/)
  })

  test('a command with a secret in it is told without the secret', () => {
    const key = ['sk', 'ant', 'api03', 'Zx9'.repeat(30)].join('-')
    const before = draft(ran(`deploy ${key}`, lines(60)))
    expect(texts(clear(before, allMiddle, counter))[1]).not.toContain('Zx9')
  })

  test('lines are counted inside a result that is one JSON string', () => {
    const before = draft(ran('cat x', JSON.stringify(lines(50))))
    expect(texts(clear(before, allMiddle, counter))[1]).toContain('50 lines')
  })

  test('a result of an unknown call is said to be cleared', () => {
    const before = draft([user('x'), result('lost', lines(50))])
    expect(texts(clear(before, allMiddle, counter))[1]).toContain('[Old tool output cleared to save context space]')
  })

  test('pictures of old results go too', () => {
    const shot: Message = {
      ...result('c', ''),
      parts: [{ type: 'image', source: { kind: 'url', url: 'https://x.y/z.png' } }],
    }
    const after = clear(draft([assistant(call('look', { url: 'https://x.y' })), { ...shot }]), allMiddle, counter)
    expect(draftTokens(after)).toBeLessThan(200)
  })

  test('what was saved is what was counted', () => {
    const before = draft([...ran('a', lines(90)), ...ran('b', lines(40), 'd')])
    const after = clear(before, allMiddle, counter)
    expect(after.saved.cleared).toBe(draftTokens(before) - draftTokens(after))
  })
})

describe('deduplicate', () => {
  test('only the newest copy of a repeated result stays, and the others name it', () => {
    const before = draft([...ran('cat x', lines(50)), user('again'), ...ran('cat x', lines(50), 'd')])
    const after = deduplicate(
      clear(before, { headEnd: 0, tailStart: 3 }, counter),
      { headEnd: 0, tailStart: 3 },
      counter,
    )
    expect(texts(after)[1]).toBe('[Same output as #4, which is newer]')
    expect(texts(after)[4]).toBe(lines(50))
    expect(after.saved.deduplicated).toBeGreaterThan(0)
    expect(after.saved.cleared).toBe(0)
  })

  test('results that are merely as long as each other are no copies', () => {
    const before = draft([...ran('cat x', `a${lines(50)}`), ...ran('cat y', `b${lines(50)}`, 'd')])
    expect(deduplicate(before, allMiddle, counter)).toBe(before)
  })
})

describe('shorten', () => {
  test('long texts inside arguments are cut, and the JSON stays whole', () => {
    const write = assistant(call('write_file', { path: 'a.ts', content: lines(90), deep: [{ more: lines(90) }] }))
    const [json = ''] = texts(shorten(draft([write]), allMiddle, counter))
    const value = JSON.parse(json)
    expect(value.path).toBe('a.ts')
    expect(value.content).toMatch(/^line 0 .*… \[\d+ more characters left out of view; whole in #0\]$/s)
    expect(value.deep[0].more.length).toBeLessThan(300)
  })

  test('the same call is told anew where its number is another', () => {
    const write = assistant(call('write_file', { content: lines(90) }))
    expect(texts(shorten(draft([write]), allMiddle, counter))[0]).toContain('whole in #0')
    expect(texts(shorten(draft([user('Go.'), write]), allMiddle, counter))[1]).toContain('whole in #1')
  })

  test('arguments that are no JSON stay as the model wrote them', () => {
    const broken = assistant({ ...call('write_file'), arguments: `{"content": "${'x'.repeat(900)}` })
    const before = draft([broken])
    expect(shorten(before, allMiddle, counter)).toBe(before)
  })

  test('no character is cut in half', () => {
    const write = assistant(call('write_file', { content: '😀'.repeat(900) }))
    expect(texts(shorten(draft([write]), allMiddle, counter))[0]?.isWellFormed()).toBe(true)
  })
})

describe('spill', () => {
  const options = {
    limitTokens: 1_000,
    wantedTokens: 1,
    isChosen: () => true,
    howToRead: (number: string) => `Read ${number} with read_original.`,
    mustKeep: () => [],
  }

  test('a giant is shown by its size, its beginning, and how to read it', () => {
    const [text = ''] = texts(spill(draft([user(lines(900))]), counter, options))
    expect(text).toMatch(
      /^<persisted-output>\n\d+ characters \(\d+ KB\), kept whole as #0\. Read #0 with read_original\./,
    )
    expect(text).toContain('line 0 of the output')
    expect(text).toMatch(/<\/persisted-output>$/)
  })

  test('the largest goes first, and no more than is wanted', () => {
    const after = spill(draft([user(lines(300)), user(lines(900)), user(lines(300))]), counter, options)
    expect(texts(after).map((text) => text.startsWith('<persisted-output>'))).toEqual([false, true, false])
  })

  test('a rule in a spilled message stays in view', () => {
    const rule = 'Never push to main.'
    const after = spill(draft([user(`${lines(900)}\n${rule}`)]), counter, { ...options, mustKeep: () => [rule] })
    expect(texts(after)[0]).toContain(rule)
  })

  test('a question below a text that the user pasted stays in view, and how much is left out is told', () => {
    const [text = ''] = texts(spill(draft([user(`${lines(900)}\nWhich line is wrong?\n`)]), counter, options))
    expect(text).toContain('line 0 of the output')
    expect(text).toMatch(/\n\[\d{4,} characters are left out here\. Its last 500 characters:\]\n/)
    expect(text).toMatch(/\nWhich line is wrong\?\n<\/persisted-output>$/)
    expect(text.length).toBeLessThan(2_000)
    expect(isRealUser(user(text))).toBe(true)
  })

  test('a result is shown by its beginning alone', () => {
    const [, text = ''] = texts(spill(draft([assistant(call('run')), result('run', lines(900))]), counter, options))
    expect(text).toContain('line 0 of the output')
    expect(text).not.toContain('line 899 of the output')
  })

  test('a secret that is cut by the end of a preview does not show', () => {
    const key = 'q8Zr4TnW1xYb6LkV9sMd'.repeat(30)
    const said = `${lines(900)}\nAuthorization: Bearer ${key}\n${'.'.repeat(200)} Is it valid?`
    const [text = ''] = texts(spill(draft([user(said)]), counter, options))
    expect(text).toContain('Is it valid?')
    expect(text).not.toContain(key.slice(-20))
  })

  test('nothing is shown by a block that is larger than itself', () => {
    const before = draft([user('short')])
    expect(spill(before, counter, { ...options, limitTokens: 0 })).toBe(before)
  })
})

test('a result that is shown in short says no more how to put back what was kept of it', () => {
  const kept = [{ file: `${'a'.repeat(32)}.txt`, chars: 20 }]
  const before = draft([assistant(call('terminal', { command: 'ls' }, 'c')), result('c', lines(300), { kept })])
  const [, cleared] = clear(before, allMiddle, counter).items
  expect(cleared?.message).not.toEqual(before.items[1]?.message)
  expect(cleared?.message).not.toHaveProperty('kept')
})

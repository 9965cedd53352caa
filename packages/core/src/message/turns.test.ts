import { expect, test } from 'vitest'
import { assistant, call, exchange, result, system, user } from '../testing/build.ts'
import { fillTurns, joinUsers, joinWhere, lastTurn, takesTurns } from './turns.ts'

const [hello, go] = [user('Hello.'), user('Go on.')]

test('what is said in several messages becomes one, nothing else changes, and breakpoints stay where they are', () => {
  const marked = { role: 'user', parts: [{ type: 'text', text: 'Here.', breakpoint: {} }] } as const
  expect(joinUsers([hello, go, assistant('Yes?'), go])).toEqual([user('Hello.\n\nGo on.'), assistant('Yes?'), go])
  expect(joinUsers([marked, go])).toEqual([{ role: 'user', parts: [...marked.parts, ...go.parts] }])
  expect(joinUsers([hello, assistant('Yes?'), go])).toEqual([hello, assistant('Yes?'), go])
})

test('a prompt does not change because a breakpoint moves on', () => {
  const marked = { role: 'user', parts: [{ type: 'text', text: 'Here.', breakpoint: {} }] } as const
  const parts = [...hello.parts, ...go.parts]
  expect(joinUsers([hello, go, assistant('Yes?'), marked])[0]).toEqual({ role: 'user', parts })
  const before = { ...hello, parts: hello.parts.map((part) => ({ ...part, breakpoint: {} })) }
  expect(joinUsers([before, go])[0]).toEqual({ role: 'user', parts: [...before.parts, ...go.parts] })
})

test('only those are joined that may be, and what a format says of the later one stays', () => {
  const noted = { ...go, listed: true, residue: { format: 'anthropic', fields: { id: 7 } } } as const
  expect(joinWhere([hello, noted, go], (at) => at === 0)).toEqual([
    { ...user('Hello.\n\nGo on.'), residue: noted.residue },
    go,
  ])
})

test('a turn that was stopped in its tools is answered for, and nothing else is added', () => {
  const stopped = [hello, ...exchange('ls', 'a'), go]
  const filled = fillTurns(stopped)
  expect(filled.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  expect(takesTurns(filled)).toBe(true)
  expect(fillTurns([...stopped, ...exchange('ls', 'b', 'c'), assistant('Done.'), go]).slice(0, 5)).toEqual(filled)
  for (const sound of [
    [hello, go],
    [hello, assistant('Yes?'), go],
    [hello, ...exchange('ls', 'a'), assistant('a'), go],
  ])
    expect(fillTurns(sound)).toEqual(sound)
})

test('calls and results are no turns, and words of the user in a row are one', () => {
  expect(takesTurns([])).toBe(true)
  expect(takesTurns([system('Be kind.'), hello, go, ...exchange('ls', 'a'), assistant('Done.'), go])).toBe(true)
  expect(takesTurns([hello, ...exchange('ls', 'a'), go])).toBe(false)
  expect(takesTurns([hello, assistant('a'), ...exchange('ls', 'a'), assistant('b')])).toBe(false)
  expect(takesTurns([assistant('a'), hello])).toBe(false)
  expect(lastTurn([hello, assistant('a'), assistant('b', call('ls', {}, 'c')), result('c', 'd')])).toBe('assistant')
  expect(lastTurn([system('Be kind.')])).toBeUndefined()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFailure } from '../errors.ts'
import type { Message } from '../message/message.ts'
import { assistant, call, exchange, result, user } from '../testing/build.ts'
import { type Entry, entryId, type Log } from './entry.ts'
import { append, checkPatch, emptyView, messagesOf, type View, viewOf } from './view.ts'

const said = (messages: readonly Message[]): Log =>
  messages.map((message, seq) => ({ kind: 'message', seq, id: entryId(`e${seq}`), message }))
const patch = (seq: number, from: number, to: number, messages: readonly Message[]): Entry => ({
  kind: 'patch',
  seq,
  id: entryId(`e${seq}`),
  from,
  to,
  messages,
})
const undo = (seq: number, of: number): Entry => ({ kind: 'undo', seq, id: entryId(`e${seq}`), patch: of })

const history = [user('list'), ...exchange('ls', 'a b'), assistant('two files'), user('thanks')]
const summary = user('summary')

test('a log without patches shows what was said', () => {
  expect(messagesOf(viewOf(said(history)))).toEqual(history)
})

test('a patch shows its messages for the entries it covers', () => {
  const view = viewOf([...said(history), patch(5, 0, 3, [summary])])
  expect(messagesOf(view)).toEqual([summary, user('thanks')])
})

test('what is said after a patch follows it', () => {
  const later = { kind: 'message', seq: 6, id: entryId('e6'), message: user('more') } as const
  const view = viewOf([...said(history), patch(5, 0, 3, [summary]), later])
  expect(messagesOf(view)).toEqual([summary, user('thanks'), user('more')])
})

test('a later patch may cover an earlier one whole, never in part', () => {
  const first = viewOf([...said(history), patch(5, 0, 2, [summary])])
  expect(messagesOf(append(first, [patch(6, 0, 3, [user('shorter')])]))).toEqual([user('shorter'), user('thanks')])
  expect(() => append(first, [patch(6, 1, 3, [summary])])).toThrow('not whole spans')
  expect(checkPatch(first, { from: 1, to: 3, messages: [summary] })).toEqual({ kind: 'unaligned' })
})

test('undoing the newest patch brings back the one under it', () => {
  const log = [...said(history), patch(5, 0, 2, [summary]), patch(6, 0, 3, [user('shorter')]), undo(7, 6)]
  expect(messagesOf(viewOf(log))).toEqual([summary, assistant('two files'), user('thanks')])
})

test('a patch that does not show cannot be undone', () => {
  const log = [...said(history), patch(5, 0, 2, [summary]), patch(6, 0, 3, [user('shorter')])]
  expect(() => viewOf([...log, undo(7, 5)])).toThrow('no patch 5')
})

test('a patch that would part a call from its result is told before it is written', () => {
  const view = viewOf(said(history))
  expect(checkPatch(view, { from: 0, to: 1, messages: [summary] })).toEqual({ kind: 'parts-group', parted: ['ls'] })
  expect(checkPatch(view, { from: 0, to: 2, messages: [summary] })).toBeUndefined()
})

test('a call that was already alone is no reason to refuse a patch elsewhere', () => {
  const view = viewOf(said([user('a'), user('b'), assistant(call('pending'))]))
  expect(checkPatch(view, { from: 0, to: 1, messages: [summary] })).toBeUndefined()
})

test('an entry out of sequence is refused with what was expected', () => {
  try {
    append(viewOf(said(history)), said([user('again')]))
    expect.unreachable()
  } catch (error) {
    expect(isFailure(error, 'log/bad-sequence') && error.detail).toEqual({ expectedSeq: 5, seq: 0 })
  }
})

/** A step of a random session: something is said, or two spans of the view are patched or unpatched. */
const step = fc.record({
  kind: fc.constantFrom('say', 'say', 'say', 'patch', 'undo'),
  a: fc.nat(99),
  b: fc.nat(99),
  shown: fc.nat(3),
})

/** Grows a valid log from random steps; what does not fit is left out. */
function grow(steps: readonly { kind: string; a: number; b: number; shown: number }[]): Log {
  const log: Entry[] = []
  let view: View = emptyView
  for (const { kind, a, b, shown } of steps) {
    const seq = log.length
    const entry = kind === 'say' ? say(seq) : kind === 'patch' ? cover(view, a, b, shown) : uncover(view, seq, a)
    if (entry === undefined) continue
    log.push(entry)
    view = append(view, [entry])
  }
  return log
}

function say(seq: number): Entry {
  return { kind: 'message', seq, id: entryId(`e${seq}`), message: user(`said ${seq}`) }
}

function cover(view: View, a: number, b: number, shown: number): Entry | undefined {
  if (view.spans.length === 0) return undefined
  const [start, end] = [a % view.spans.length, b % view.spans.length].toSorted((x, y) => x - y)
  const from = view.spans[start ?? 0]?.from ?? 0
  const to = view.spans[end ?? 0]?.to ?? 0
  const seq = view.nextSeq
  return patch(
    seq,
    from,
    to,
    Array.from({ length: shown }, (_, i) => user(`patch ${seq}.${i}`)),
  )
}

function uncover(view: View, seq: number, a: number): Entry | undefined {
  const patches = view.spans.flatMap((span) => (span.kind === 'patched' ? [span.patch] : []))
  const of = patches[a % Math.max(1, patches.length)]
  return of === undefined ? undefined : undo(seq, of)
}

const logs = fc.array(step, { maxLength: 60 }).map(grow)

describe('for every log', () => {
  test('folding it at once or entry by entry is the same', () => {
    fc.assert(
      fc.property(logs, (log) => {
        expect(log.reduce((view, entry) => append(view, [entry]), emptyView)).toEqual(viewOf(log))
      }),
    )
  })

  test('every message said stands under exactly one span, in order', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const originals = (spans: View['spans']): readonly number[] =>
          spans.flatMap((span) => (span.kind === 'original' ? [span.from] : originals(span.covers)))
        const spoken = log.flatMap((entry) => (entry.kind === 'message' ? [entry.seq] : []))
        expect(originals(viewOf(log).spans)).toEqual(spoken)
      }),
    )
  })

  test('undoing a patch that was just made gives the view before it', () => {
    fc.assert(
      fc.property(logs, fc.nat(99), fc.nat(99), (log, a, b) => {
        const before = viewOf(log)
        const entry = cover(before, a, b, 1)
        if (entry === undefined) return
        const after = append(before, [entry, undo(entry.seq + 1, entry.seq)])
        expect(after.spans).toEqual(before.spans)
      }),
    )
  })

  test('undoing everything shows all that was ever said', () => {
    fc.assert(
      fc.property(logs, (log) => {
        let view = viewOf(log)
        for (let next = uncover(view, view.nextSeq, 0); next !== undefined; next = uncover(view, view.nextSeq, 0))
          view = append(view, [next])
        expect(messagesOf(view)).toEqual(log.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : [])))
      }),
    )
  })

  test('appending leaves the view it was given as it was', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const view = viewOf(log)
        const before = JSON.stringify(view)
        append(view, [say(view.nextSeq)])
        const entry = cover(view, 3, 7, 2)
        if (entry !== undefined) append(view, [entry])
        expect(JSON.stringify(view)).toBe(before)
      }),
    )
  })
})

test('results that answer nothing are orphans of their group', () => {
  expect(checkPatch(viewOf(said([user('a'), result('x', 'lost')])), { from: 0, to: 0, messages: [] })).toBeUndefined()
})

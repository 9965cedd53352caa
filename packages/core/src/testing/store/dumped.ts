import type { Json } from '../../json.ts'

const conversation = '01900000-0000-7000-8000-00000000c001'
const root = '01900000-0000-7000-8000-00000000a001'
const next = '01900000-0000-7000-8000-00000000a002'
const hello = '01900000-0000-7000-8000-00000000e001'
const summary = '01900000-0000-7000-8000-00000000e002'
const then = '01900000-0000-7000-8000-00000000e003'

/** The ids in it: `then` was said after the compaction, `summary` was made by it. */
export const dumpedIds = { conversation, root, next, hello, summary, then } as const

/** A conversation of two sessions, as every store writes and reads it: one line each. */
export const dumped: readonly Json[] = [
  {
    format: 'palimpsest-conversation',
    version: 1,
    conversation: {
      id: conversation,
      title: 'T',
      createdAt: 1000,
      updatedAt: 4000,
      tip: next,
      sessions: 2,
      messages: 2,
    },
    counts: { receipts: 1, ledgers: 1, states: 1 },
  },
  {
    kind: 'session',
    session: {
      id: root,
      conversation,
      kind: 'root',
      startedAt: 1000,
      endedAt: 3000,
      endReason: 'compression',
      system: 'S',
      bornWith: 0,
      nextSeq: 1,
      usage: { input: 2 },
    },
  },
  {
    kind: 'session',
    session: {
      id: next,
      conversation,
      kind: 'continuation',
      parent: root,
      startedAt: 3000,
      system: 'S',
      bornWith: 1,
      nextSeq: 2,
      usage: {},
    },
  },
  {
    kind: 'message',
    message: { ...said(hello, root, 'hello'), index: 0, at: 2000, usage: { input: 2 } },
  },
  { kind: 'message', message: { ...said(summary, next, 'what was said'), at: 3000, standsFor: [hello] } },
  { kind: 'message', message: { ...said(then, next, 'and then'), index: 1, at: 4000 } },
  { kind: 'list', session: root, entries: [hello] },
  { kind: 'list', session: next, entries: [summary, then] },
  { kind: 'receipt', session: next, at: 3000, value: { saved: 1 } },
  { kind: 'ledger', session: next, at: 3000, value: ['greet'] },
  { kind: 'state', key: 'limit', value: { tokens: 5 } },
]

function said(id: string, session: string, text: string) {
  return { id, conversation, session, message: { role: 'user', parts: [{ type: 'text', text }] } }
}

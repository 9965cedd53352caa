import { entryId } from '@palimpsest/core/log'
import { callId, interrupted, type Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { scripted } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import { createAgentDesk, ways } from './agent-desk.arbitrary.ts'
import { createAgent } from './create-agent.ts'

const start = user('Look around.')
const two = assistant('I look.', call('list_files', {}, 'one'), call('read_file', { path: 'a' }, 'two'))
const cutCall = { ...call('write_file', {}, 'cut'), arguments: '{"path":"a.txt","cont' }

/** How a log may end when its process died or was stopped. */
const endings: Readonly<Record<string, readonly Message[]>> = {
  'a message that nobody answered': [start],
  'calls without a result': [start, two],
  'calls of which one has a result': [start, two, result('one', 'a.txt')],
  'calls whose results say that they were interrupted': [
    start,
    two,
    interrupted(callId('one')),
    interrupted(callId('two')),
  ],
  'results that nobody went on from': [start, two, result('one', 'a.txt'), result('two', 'empty')],
  'a call that was cut off in the middle': [start, assistant(cutCall), interrupted(callId('cut'))],
  'an answer without a word': [start, assistant('')],
  'an answer without a part': [start, assistant()],
}

describe.each(ways)('over %s', (...way) => {
  test.each(Object.keys(endings))('a conversation that ended with %s goes on', async (ending) => {
    const { parts, store, session, simulator } = await createAgentDesk(way, {
      simulator: { model: scripted(['Here we go on.', 'And on.']) },
    })
    const entries = (endings[ending] ?? []).map((message, n) => ({ id: entryId(`old-${n}`), message }))
    await store.append(session, 0, entries, 1)
    const agent = createAgent(parts, session, { cause: 'resumed' })
    const signal = new AbortController().signal
    expect(await agent.turn(user('Where are we?'), () => {}, signal)).toEqual({
      kind: 'answered',
      text: 'Here we go on.',
    })
    expect(await agent.turn(user('And now?'), () => {}, signal)).toEqual({ kind: 'answered', text: 'And on.' })
    expect(simulator.calls.map(({ status }) => status)).toEqual([200, 200])
  })
})

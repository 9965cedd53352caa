import { stripVTControlCharacters } from 'node:util'
import { callId } from '@palimpsest/core/message'
import pc from 'picocolors'
import { expect, test } from 'vitest'
import type { RuntimeEvent } from '../../compose.ts'
import { createScreen } from '../screen/screen.ts'
import { createTurnView } from './turn-view.ts'

/** What stays on the screen after these events, each a tenth of a second after the one before. */
function shown(events: readonly RuntimeEvent[]): string {
  let at = 0
  const written: string[] = []
  const screen = createScreen({ write: (text) => void written.push(text), columns: () => 60 })
  const view = createTurnView({ screen, colours: pc.createColors(false), columns: () => 60, now: () => at }, 'thinking')
  for (const event of events) {
    view.onEvent(event)
    at += 100
  }
  view.end()
  return stripVTControlCharacters(written.join(''))
}

const started = (name: string, input: string, id = name): RuntimeEvent => ({
  kind: 'tool-started',
  callId: callId(id),
  name,
  input,
})
const ended = (name: string, id = name, isError = false): RuntimeEvent => ({
  kind: 'tool-ended',
  callId: callId(id),
  name,
  chars: 5,
  isError,
})
const said = (text: string): RuntimeEvent => ({ kind: 'text', text })

test('words and lines about tools stand apart', () => {
  const events = [
    said('I **look'),
    said('**.'),
    started('ls', '{"path":"src"}'),
    ended('ls'),
    said('It is '),
    said('empty.'),
  ]
  expect(shown(events)).toBe('I look.\n\n✓ ls src · 0.1 s · 5 chars\n\nIt is empty.\n')
})

test('of several calls under one name each is told with its own input and time, whichever ends first', () => {
  const events = [
    started('read', '{"path":"a"}', '1'),
    started('read', '{"path":"b"}', '2'),
    ended('read', '2', true),
    ended('read', '1'),
  ]
  expect(shown(events)).toBe('✗ read b · 0.1 s · failed\n✓ read a · 0.3 s · 5 chars\n')
})

test('the time of a call is without that in which it waited for the user, and a declined one has not failed', () => {
  const write = callId('write')
  const events: readonly RuntimeEvent[] = [
    started('write', '{"path":"a"}'),
    { kind: 'tool-asking', callId: write },
    said(''),
    said(''),
    { kind: 'tool-answered', callId: write },
    { kind: 'tool-ended', callId: write, name: 'write', chars: 5, isError: true, isDeclined: true },
  ]
  expect(shown(events)).toBe('– write a · 0.2 s · declined\n')
})

test('what never ended is told, and notices are shown', () => {
  const events: readonly RuntimeEvent[] = [{ kind: 'notice', text: 'Waiting.' }, started('sleep', '{"command":"60"}')]
  expect(shown(events)).toBe('Waiting.\n– sleep 60 0.1 s cancelled\n')
})

test('while the conversation is compacted that is said, and no longer', () => {
  let at = 0
  const written: string[] = []
  const screen = createScreen({ write: (text) => void written.push(text), columns: () => 60 })
  const view = createTurnView({ screen, colours: pc.createColors(false), columns: () => 60, now: () => at }, 'thinking')
  const drawn = () => {
    at += 1_000
    written.length = 0
    view.tick()
    return stripVTControlCharacters(written.join(''))
  }
  view.onEvent(said('All done.'))
  view.onEvent({ kind: 'compressing' })
  expect(drawn()).toContain('compressing')
  view.onEvent({ kind: 'notice', text: 'Compressed.' })
  expect(drawn()).toContain('thinking')
  view.end()
})

import { expect, test } from 'vitest'
import type { Shown } from '../contract/occasion.ts'
import { entryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { emptyLedger } from './ledger.ts'
import { readNames } from './names/name-list.ts'
import { createFactReader, readFacts } from './read-facts.ts'

const shown = (...messages: readonly Message[]): readonly Shown[] =>
  messages.map((message, i) => ({ id: entryId(`e${i}`), message }))

test('all that is read is cleaned first, what stands in a file as well', () => {
  const read = [
    user('fix job_123'),
    assistant(call('read', { path: 'a.ts' }, 'c1'), call('read', { path: 'b.ts' }, 'c2')),
    result('c1', 'const job = job_456'),
    result('c2', 'Error: no such file or directory, job_777', { isError: true }),
    assistant(call('bash', { command: 'cat c.ts' }, 'c3')),
    result('c3', 'job_789'),
  ] as const
  const cleaned: Message[] = []
  const reader = createFactReader(emptyLedger, (message) => {
    cleaned.push(message)
    return message.role === 'tool' ? { ...message, parts: [{ type: 'text', text: 'ok' }] } : message
  })
  reader.read(shown(...read))
  expect(cleaned).toEqual(read)
  expect(JSON.stringify(reader.ledger())).not.toMatch(/job_(?:456|777|789)/)
})

test('of a list of identifiers the first ones are known, and their repeats still count', () => {
  const ids = Array.from({ length: 60 }, (_, i) => `job_${100 + i}`)
  const text = `${ids.join(' ')} in src/a.ts: job_100, (job_101) and job_159 again`
  const { identifiers } = readFacts(emptyLedger, shown(user(text)))
  expect(identifiers.map((fact) => fact.text)).toEqual(ids.slice(0, 50))
  expect(identifiers.filter(({ times }) => times === 2).map((fact) => fact.text)).toEqual(['job_100', 'job_101'])
})

test('of a long output the beginning and the end are read, and all of it for failures and names', () => {
  const filler = 'plain words of an output\n'.repeat(1_500)
  const text = `job_1 src/first.ts\n${filler}job_2 src/midst.ts\nError: the disk is full\n${filler}job_3 src/last.ts`
  const ran = (command: string) => assistant(call('bash', { command }, 'c1'))
  const ofOutput = readFacts(emptyLedger, shown(ran('make'), result('c1', text)))
  expect(ofOutput.identifiers.map((fact) => fact.text)).toEqual(['job_1', 'job_3'])
  const paths = readNames(ofOutput.names).filter(({ kind }) => kind === 'path')
  expect(paths.map((name) => name.text)).toEqual(['src/first.ts', 'src/last.ts', 'src/midst.ts'])
  expect(ofOutput.errors.map(({ line }) => line)).toEqual(['Error: the disk is full'])
  const ofSpeech = readFacts(emptyLedger, shown(user(text)))
  expect(ofSpeech.identifiers.map((fact) => fact.text)).toEqual(['job_1', 'job_2', 'job_3'])
})

import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { declinedText } from '../../message/declined.ts'
import type { Message } from '../../message/message.ts'
import { assistant, call, result } from '../../testing/build.ts'
import { emptyLedger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'

const files = (...messages: readonly Message[]) =>
  readFacts(
    emptyLedger,
    messages.map((message, i) => ({ id: entryId(`e${i}`), message })),
  ).files.map(({ path, touch }) => `${touch} ${path}`)
const edit = assistant(call('any', { path: 'src/a.ts', old_string: 'x', new_string: 'y' }))
const command = (text: string) => assistant(call('any', { command: text }))
const failed = result('any', 'There is no such text.', { isError: true })
const declined = result('any', declinedText)

test('a file that could not be written, or that the user did not let be written, is not called changed', () => {
  expect(files(edit, result('any', 'Done.'))).toEqual(['changed src/a.ts'])
  expect(files(edit, failed)).toEqual(['mentioned src/a.ts'])
  expect(files(edit, declined)).toEqual(['mentioned src/a.ts'])
  expect(files(command('rm src/a.ts'), declined)).toEqual(['mentioned src/a.ts'])
})

test('an earlier change stays one, also where a call that failed has its id', () => {
  expect(files(edit, result('any', 'Done.'), edit, failed)).toEqual(['changed src/a.ts'])
})

test('a command that failed may have written files before it did', () => {
  expect(files(command('echo hi > out/a.txt && false'), failed)).toContain('created out/a.txt')
})

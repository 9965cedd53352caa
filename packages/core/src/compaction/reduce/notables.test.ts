import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanIdentifiers } from '../../ledger/identifiers/scan-identifiers.ts'
import { keyWord } from '../../ledger/identifiers/scan-words.ts'
import { emptyLedger } from '../../ledger/ledger.ts'
import { readFacts } from '../../ledger/read-facts.ts'
import { entryId } from '../../log/entry.ts'
import { assistant, call, result } from '../../testing/build.ts'
import { plantTokens } from '../../testing/planted.ts'
import { withNotables } from './describe-result.ts'
import { notablesOf } from './notables.ts'

const words = fc.constantFrom('src/a/b.ts', 'src/a2/b.ts:12', 'https://x.dev/a', 'a/b#7', '#12', 'TS2322', 'lib@1.2.3')
const plain = fc.constantFrom('ok', '/', 'a:', 'see:', '//', 'file:///tmp/x.ts', 'port 8080', 'HKQDZX', '漢')
const texts = fc.array(fc.oneof(words, plain), { maxLength: 6 }).map((said) => said.join(' '))

test('tells the first three keys and addresses that stand in a result, and no path', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const found = new Set<string>()
      scanIdentifiers({ text, from: 0, to: text.length, telling: keyWord }, ({ kind, text: word }) => {
        if (kind !== 'path') found.add(word)
        return true
      })
      const told = notablesOf(emptyLedger)({ id: entryId('e'), message: result('c', text) })
      expect(told).toEqual([...found].slice(0, 3))
    }),
  )
})

test('tells no secret, though it looks like a key', () => {
  for (const { text: secret } of plantTokens(3)) {
    const message = result('c', `see job_4711, ${secret}`)
    expect(JSON.stringify(notablesOf(emptyLedger)({ id: entryId('e'), message }))).not.toContain(secret)
  }
})

test('tells how a result failed, where nothing but its text says so', () => {
  const messages = [
    assistant(call('shell', { cmd: 'terraform plan' })),
    result('shell', `${'refreshing\n'.repeat(90)}Error: state is locked\nLock: 5c2f8a1e-7b3d-4c7e-9d11-0a4b5e6f7788`),
  ]
  const items = messages.map((message, i) => ({ id: entryId(`e${i}`), message }))
  const [, last] = items
  const told = last && notablesOf(readFacts(emptyLedger, items))(last)
  expect(told).toEqual(['Error: state is locked', '5c2f8a1e-7b3d-4c7e-9d11-0a4b5e6f7788'])
  expect(withNotables('[shell] ran `terraform plan` -> 92 lines (#1)', told ?? [])).toBe(
    '[shell] ran `terraform plan` -> 92 lines (#1): Error: state is locked, 5c2f8a1e-7b3d-4c7e-9d11-0a4b5e6f7788',
  )
  expect(withNotables('x'.repeat(190), ['Error: state is locked', '#12'])).toBe(`${'x'.repeat(190)}: #12`)
})

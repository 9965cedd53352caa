import { join } from 'node:path'
import { defend, outputLimits } from '@palimpsest/core/output'
import { readRefusal } from '@palimpsest/core/overflow'
import { redact } from '@palimpsest/core/redact'
import { call, result, user } from '@palimpsest/core/testing'
import { codecs } from '@palimpsest/core/wire'
import { expect, test } from 'vitest'
import { excessiveGrowth } from './growth.ts'
import { root, sourceFiles } from './source-files.ts'

/** Repeated without end, these make a text that is read again and again, if any does. */
const pumps = [
  ...[
    '-',
    ' ',
    '\n',
    '"',
    "'",
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '\\',
    '0',
    'a',
    '=',
    '<',
    '>',
    '`',
    '|',
    '*',
    '#',
    '/',
    ':',
    '.',
  ],
  ...['\u200b', '\u0301', '\u{1f600}', '\u00e9', '\u4e2d', '\t', '\r', '%', '$', '@', ',', '~', '_', '!', '?'],
  ...[
    'QUJD',
    'a ',
    ' a',
    'a\n',
    '\n-',
    '- a\n',
    '| a ',
    '**a',
    '[a](',
    '<a',
    '<!--',
    '```\n',
    '``',
    '"\\',
    '\\"',
    '{"a":',
    '[[',
  ],
  ...[
    'a=',
    'a: ',
    'a:',
    'a/',
    '../',
    'a.',
    '0.',
    '1,',
    '0:',
    '-----BEGIN ',
    'password ',
    'sk-',
    'https://',
    '<<A ',
    '$(',
    "'a",
  ],
]

const texts = pumps.flatMap((pump) => [
  { name: JSON.stringify(pump), write: (chars: number) => pump.repeat(chars / pump.length) },
  {
    name: `${JSON.stringify(pump)}, then other`,
    write: (chars: number) => `a${pump.repeat(chars / pump.length)}\u0001`,
  },
])

type Reader = (text: string) => unknown

/** The texts on which a function takes more than linear work. */
function slowTexts(read: Reader): readonly string[] {
  return texts.flatMap(({ name, write }) => (excessiveGrowth(read, write) === undefined ? [] : [name]))
}

async function load<T>(file: string): Promise<T> {
  return (await import(join(root, 'packages', file))) as T
}

/** Reads to the end what is given in steps. A text may be refused, but must not exhaust the stack. */
function toTheEnd(read: Reader): Reader {
  return (text) => {
    try {
      const given = read(text)
      if (typeof given === 'object' && given !== null && Symbol.iterator in given)
        Array.from(given as Iterable<unknown>)
    } catch (error) {
      if (error instanceof RangeError) throw error
    }
  }
}

/** Whether a function takes a text and answers at once; others fail. */
function takesText(read: Reader): boolean {
  try {
    const given = read('a b')
    if (given instanceof Promise) given.catch(() => undefined)
    return !(given instanceof Promise)
  } catch {
    return false
  }
}

test('whatever reads one text in core does so in linear time', { timeout: 600_000 }, async () => {
  const slow: string[] = []
  let tried = 0
  for (const file of sourceFiles.filter((path) => path.startsWith('packages/core/'))) {
    for (const [name, value] of Object.entries(await load<object>(file.slice('packages/'.length)))) {
      if (typeof value !== 'function' || value.length !== 1) continue
      const read = (text: string): unknown => value(text)
      if (!takesText(read)) continue
      tried++
      for (const text of slowTexts(toTheEnd(read))) slow.push(`${name} of ${file}: ${text}`)
    }
  }
  expect(slow).toEqual([])
  expect(tried).toBeGreaterThan(100)
})

const request = { promptTokens: 1_000 }

async function readers(): Promise<Readonly<Record<string, Reader>>> {
  const { tidy } = await load<{ tidy: Reader }>('agent/src/memory/tidy.ts')
  const { findInjected } = await load<{ findInjected: Reader }>('agent/src/memory/find-injected.ts')
  const { entriesOf } = await load<{ entriesOf: Reader }>('agent/src/memory/entries.ts')
  const { refuseLeftOut } = await load<{ refuseLeftOut: Reader }>('agent/src/tools/files/left-out.ts')
  const { nearestMatch } = await load<{ nearestMatch(text: string, sought: string): unknown }>(
    'agent/src/tools/files/nearest-match.ts',
  )
  const { applyEdits } = await load<{ applyEdits(text: string, edits: readonly object[]): unknown }>(
    'agent/src/tools/files/apply-edits.ts',
  )
  const { readInline } = await load<{ readInline: Reader }>('cli/src/markdown/inline.ts')
  const fitted = await load<{ printable: Reader; fit(text: string, columns: number): unknown }>(
    'cli/src/terminal/width.ts',
  )
  const { said } = await load<{ said: Reader }>('cli/src/terminal/said.ts')
  const { wrapLines } = await load<{ wrapLines(text: string, columns: number): unknown }>(
    'cli/src/terminal/wrap-lines.ts',
  )
  const { createMarkdown } = await load<{ createMarkdown(options: object): { push: Reader; end(): unknown } }>(
    'cli/src/markdown/markdown-stream.ts',
  )
  const { coloursFor } = await load<{ coloursFor(io: object): object }>('cli/src/terminal/colours.ts')
  const { createPhraseMatcher } = await load<{ createPhraseMatcher(parsed: object): Reader }>(
    'stores/src/phrase-matcher.ts',
  )
  const { createPhraseSieve } = await load<{ createPhraseSieve(parsed: object): Reader }>('stores/src/phrase-sieve.ts')
  const { readFacts } = await load<{ readFacts(ledger: unknown, items: readonly object[]): unknown }>(
    'core/src/ledger/read-facts.ts',
  )
  const { outlineText } = await load<{ outlineText(text: string, options: object): unknown }>(
    'core/src/outline/outline-text.ts',
  )
  const outline = (text: string) =>
    outlineText(text, { maxTokens: 500, countText: (shown: string) => shown.length / 4 })
  const { splitAnswer } = await load<{ splitAnswer(text: string, limit: number): unknown }>(
    'gateway/src/outbound/split-answer.ts',
  )
  const { readSlashLine } = await load<{ readSlashLine: Reader }>('gateway/src/inbound/read-slash-line.ts')
  const { messageOf } = await load<{ messageOf(inbound: object): unknown }>('gateway/src/inbound/message-of.ts')
  const { askedRow } = await load<{ askedRow(message: object, asked: object): unknown }>(
    'core/src/compaction/reduce/asked-row.ts',
  )
  const rowOf = (output: string, command: string) => {
    const asked = {
      call: call('terminal', { command }),
      by: { role: 'assistant', parts: [{ type: 'text', text: output }] },
    }
    return askedRow(result('a', output), asked)
  }
  const { emptyLedger } = await load<{ emptyLedger: unknown }>('core/src/ledger/ledger.ts')
  const stream = (text: string) => {
    const markdown = createMarkdown({ colours: coloursFor({ env: {}, isTerminal: false }), columns: () => 80 })
    for (let at = 0; at < text.length; at += 50) markdown.push(text.slice(at, at + 50))
    return markdown.end()
  }
  const shown = (message: object) => ({ id: 'a', message })
  return {
    tidy,
    findInjected,
    entriesOf,
    refuseLeftOut,
    readInline,
    printable: fitted.printable,
    said,
    stream,
    redact,
    'width.fit': (text) => fitted.fit(text, 40),
    wrapLines: (text) => wrapLines(text, 80),
    splitAnswer: (text) => splitAnswer(text, 100),
    splitCode: (text) => splitAnswer(`\`\`\`ts\n${text}`, 100),
    outline,
    outlineJson: (text) => outline(`{"a":1,"b":[${text}`),
    outlineJsonLines: (text) => outline(`{"a":1}\n{"a":2}\n{"a":"${text}`),
    outlineTable: (text) => outline(`a,b,c\n1,2,3\n4,5,6\n"${text}`),
    outlineLog: (text) => outline(`2024-01-02T03:04:05Z INFO a\n2024-01-02T03:04:06Z ERROR ${text}`),
    outlineCode: (text) => outline(`export function a() {\n  return 1;\n}\nexport class B {\n  c() {\n${text}`),
    outlineProse: (text) => outline(`# Heading\n\nThis is a sentence of a few plain words.\n\n${text}`),
    askedRow: (text) => rowOf(text, 'show lamp 4711'),
    rowAskedFor: (text) => rowOf('a: 1\nb: 2', text),
    readSlashLine,
    messageOf: (text) => messageOf({ text, name: text, from: text, isGroup: true }),
    nearestMatch: (text) => nearestMatch(text, 'a line\nthat stands nowhere'),
    applyEdits: (text) => applyEdits(text, [{ old: 'nowhere', new: 'somewhere' }]),
    applyLongEdits: (text) => applyEdits(`${text}b`, [{ old: `${text}c`, new: 'somewhere' }]),
    readRefusal: (message) => readRefusal({ message, status: 400 }, request),
    defend: (text) => defend([{ tool: 'terminal', message: result('a', text) }], outputLimits(100_000)),
    phrases: createPhraseMatcher({ phrases: ['a b', '- -'] }),
    sieve: createPhraseSieve({ phrases: ['a b', '- -'] }),
    factsOfUser: (text) => readFacts(emptyLedger, [shown(user(text))]),
    factsOfResult: (text) => readFacts(emptyLedger, [shown(result('a', text))]),
    factsOfCall: (command) =>
      readFacts(emptyLedger, [shown({ role: 'assistant', parts: [call('terminal', { command })] })]),
    factsOfOutput: (text) => {
      const command = 'git status; gh pr view 1; npm run dev & npm test; git commit -am x'
      const asked = { role: 'assistant', parts: [call('terminal', { command }, 'a')] }
      return readFacts(emptyLedger, [shown(asked), shown(result('a', text))])
    },
    ...Object.fromEntries(
      Object.entries(codecs).map(([format, codec]) => [
        `codec ${format}`,
        (content: string) => codec.decode([{ role: 'user', content }]),
      ]),
    ),
  }
}

/** Settings are left out: a library reads them, they are the user's own, and their length is bounded. */
test('whatever reads hostile texts elsewhere does so in linear time', { timeout: 600_000 }, async () => {
  const slow = Object.entries(await readers()).flatMap(([name, read]) =>
    slowTexts(toTheEnd(read)).map((text) => `${name}: ${text}`),
  )
  expect(slow).toEqual([])
})

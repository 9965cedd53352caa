import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines, longChat, shortChat } from '../compress/compress-desk.arbitrary.ts'
import { createReplayDesk, type ReplayDesk, toolTalk } from './replay-desk.arbitrary.ts'

let desk: ReplayDesk
const header = { id: 'demo', model: 'claude-sonnet-5' }

beforeAll(() => {
  desk = createReplayDesk()
  mkdirSync(join(desk.folder, 'talks/inner'), { recursive: true })
  desk.file('talks/a.jsonl', jsonLines([header, ...shortChat]))
  desk.file('talks/inner/b.json', JSON.stringify(shortChat))
  desk.file('talks/broken.jsonl', '{"role": ')
  desk.file('talks/notes.txt', 'not a transcript')
  desk.file('long.jsonl', jsonLines([header, ...longChat]))
})
afterAll(() => desk.clear())

test('a folder is replayed with all below it; what cannot be read is told and left out', async () => {
  const { code, out, err } = await desk.here(['replay', desk.path('talks'), '--json'])
  expect(code).toBe(0)
  const files = JSON.parse(out).map(({ file }: { file: string }) => file)
  expect(files).toEqual([desk.path('talks/a.jsonl'), desk.path('talks/inner/b.json')])
  expect(err).toMatch(/Left out: .*broken\.jsonl/)
  expect(err).toMatch(/1 file left out/)
})

test.each([
  ['talks/*.jsonl', ['a.jsonl']],
  ['talks/**/*.json', ['inner/b.json']],
  ['talks/{a,c}.jsonl', ['a.jsonl']],
])('the pattern %s finds its files', async (pattern, names) => {
  const { code, out } = await desk.here(['replay', desk.path(pattern), '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out).map(({ file }: { file: string }) => file)).toEqual(
    names.map((name) => desk.path(`talks/${name}`)),
  )
})

test('a link to a file is followed in folders and patterns; one to nothing or to a folder is not', async () => {
  mkdirSync(desk.path('linked'))
  symlinkSync(desk.path('talks/a.jsonl'), desk.path('linked/a.jsonl'))
  symlinkSync(desk.path('nowhere'), desk.path('linked/dangling.jsonl'))
  symlinkSync(desk.path('linked'), desk.path('linked/again.jsonl'))
  for (const name of ['linked', 'linked/*.jsonl']) {
    const { code, out } = await desk.here(['replay', desk.path(name), '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out).map(({ file }: { file: string }) => file)).toEqual([desk.path('linked/a.jsonl')])
  }
})

test('what had to be assumed is told with its file, where there are several', async () => {
  const { err } = await desk.here(['replay', desk.path('talks')])
  expect(err).toContain(`${desk.path('talks/inner/b.json')}: The file names no model: a window of`)
  expect((await desk.here(['replay', desk.path('talks/inner/b.json')])).err).toMatch(/^The file names no model/)
})

test('pauses that no file tells are not called recorded', async () => {
  const { out, err } = await desk.here(['replay', desk.path('long.jsonl'), '--gap', 'recorded', '--json'])
  expect(err).toContain('The file tells no times')
  expect(JSON.parse(out).gap).toBe('human:1')
})

test('a missing file that was named is an error before anything is replayed', async () => {
  const files = [desk.path('talks/a.jsonl'), desk.path('no-such.jsonl')]
  const { code, out, err } = await desk.here(['replay', ...files])
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^error: .*no-such\.jsonl does not exist\n/)])
})

test('a named file that cannot be read is an error, and what the others gave is not lost', async () => {
  const files = ['talks/a.jsonl', 'talks/broken.jsonl', 'talks/inner/b.json'].map(desk.path)
  const { code, out, err } = await desk.here(['replay', ...files, '--json'])
  expect([code, JSON.parse(out).length]).toEqual([2, 2])
  expect(err).toMatch(/error: .*broken\.jsonl:1:\d+: the JSON ends too early/)
})

test('an answer that one window cannot hold concerns that file alone', async () => {
  const small = desk.file('small.jsonl', jsonLines([{ id: 'demo', model: 'gpt-4o' }, ...shortChat]))
  const args = ['replay', desk.path('talks/a.jsonl'), desk.path('small.jsonl'), '--max-tokens', '150000', '--json']
  const { code, out, err } = await desk.here(args)
  expect([code, JSON.parse(out).length]).toEqual([2, 1])
  expect(err).toMatch(new RegExp(`error: .*${small}: --max-tokens: 150000 leaves nothing of a window of 128000 tokens`))
})

test('where nothing can be read, it fails', async () => {
  mkdirSync(join(desk.folder, 'bad'))
  desk.file('bad/x.jsonl', '{')
  const { code, out, err } = await desk.here(['replay', desk.path('bad'), '--json'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/none of the files/)
})

test.each([
  [['no-such.jsonl'], /does not exist/],
  [[], /no transcript was named/],
  [['long.jsonl', '--gap', 'slow'], /Expected fast, human or gateway/],
  [['long.jsonl', '--cache-strategy', 'magic'], /anchored, system_and_3, none/],
  [['long.jsonl', '--cache-ttl', '2h'], /auto, 5m, 1h/],
  [['long.jsonl', '--summarizer-cost', 'much'], /Expected none, main, cached/],
  [['long.jsonl', '--threshold', '1.5'], /above 0 and up to 1/],
  [['long.jsonl', '--system-tokens', '-1'], /whole number/],
  [['long.jsonl', '--trigger', 'whim'], /fraction, economic/],
  [['long.jsonl', '--summarizer', 'command'], /needs a command/],
  [['long.jsonl', '--example'], /takes no files/],
  [['talks/*.nothing'], /fits no file/],
])('%j is refused with exit code 2 and a reason', async (args, reason) => {
  const [name, ...rest] = args
  const whole = name === undefined ? [] : [desk.path(name), ...rest]
  const { code, out, err } = await desk.here(['replay', ...whole, '--json'])
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(reason)
})

test('people get a chart, the bills and every compaction on a line; several files a total', async () => {
  const { code, out } = await desk.here(['replay', desk.path('long.jsonl'), '--context-length', '32000'])
  expect(code).toBe(0)
  expect(out).toMatch(/16K ┤/)
  expect(out).toMatch(/└[─▲]*▲/)
  expect(out).toMatch(
    /^With the usual cache and no compaction it would have ended at call \d+ of 42 \(the window refuses\)/m,
  )
  expect(out).toMatch(/^usual cache +\$[\d.]+ +\d+ % {2}until call \d+$/m)
  expect(out).toMatch(/^uncached, uncompacted +\$\d/m)
  expect(out).toMatch(/anchored .*◂/)
  expect(out).toMatch(/^ +\d+ +[\d,]+ → [\d,]+ +\d+ of \d+ /m)
  const both = await desk.here(['replay', desk.path('talks/a.jsonl'), desk.path('long.jsonl')])
  expect(both.out).toMatch(/Total of 2 files\n.*\n\nWith the usual cache and no compaction all together cost \$/)
})

test('a total tells that a file of unknown price is not in it', async () => {
  desk.file('unpriced.jsonl', jsonLines([{ ...header, model: 'acme-9000' }, ...shortChat]))
  const file = desk.path('unpriced.jsonl')
  const { out } = await desk.here(['replay', desk.path('talks/a.jsonl'), file])
  expect(out).toMatch(/Total of 2 files\n.*; costs without 1 file of unknown price\n/)
  expect((await desk.here(['replay', file, file])).out).not.toContain('costs without')
})

test('the example needs no file, and its report is one page', async () => {
  const page = desk.path('report.html')
  const { code, err, out } = await desk.here(['replay', '--example', '3', '--html', page, '--json'])
  expect(code).toBe(0)
  expect(err).toContain(`The report is in ${page}.`)
  expect(JSON.parse(out)).toMatchObject({ file: 'example session' })
  expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/i)
})

test.each([
  ['no/such/x.html', 'ENOENT'],
  ['talks', 'EISDIR'],
])('a report that cannot be written is told before anything is replayed: %s', async (page, why) => {
  const { code, err, out } = await desk.here(['replay', desk.path('talks/a.jsonl'), '--html', desk.path(page)])
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(`cannot be written (${why})`)
})

test('Ctrl-C ends it with 130', async () => {
  const stop = new AbortController()
  const running = desk.here(['replay', '--example', '--json'], { interrupted: stop.signal })
  setTimeout(() => stop.abort(), 50)
  const { code, out } = await running
  expect([code, out]).toEqual([130, ''])
})

test('a folder in place of a database is told', async () => {
  const { code, out, err } = await desk.here(['replay', desk.path('long.jsonl'), '--db', desk.path('.'), '--json'])
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/ is a folder\n {2}Name the database file inside it\.\n$/)
})

test('with --db the conversation is kept whole, is sound, and can be recalled', async () => {
  const db = desk.path('kept.db')
  const { code } = await desk.here(['replay', desk.path('long.jsonl'), '--context-length', '32000', '--db', db])
  expect(code).toBe(0)
  expect((await desk.here(['verify', '--db', db])).code).toBe(0)
  const listed = JSON.parse((await desk.here(['sessions', 'list', '--db', db, '--json'])).out)
  const [conversation] = listed.conversations ?? listed
  expect(conversation.messages).toBe(longChat.length)
  expect(conversation.sessions).toBeGreaterThan(1)
  const { hits } = JSON.parse((await desk.here(['recall', 'value3', '--db', db, '--json'])).out)
  expect(hits[0]).toMatchObject({ role: 'tool', index: expect.any(Number) })
})

test.each(['5m', '1h'])('with --db what each call cost is kept, also where it was cached for %s', async (ttl) => {
  const db = desk.path(`priced-${ttl}.db`)
  const { out } = await desk.here(['replay', desk.path('long.jsonl'), '--cache-ttl', ttl, '--db', db, '--json'])
  const { own } = JSON.parse((await desk.here(['usage', '--db', db, '--json'])).out)
  expect(own.costUsd).toBeCloseTo(JSON.parse(out).totals.costUsd, 9)
})

test.each(['main', 'cached', '0.05'])(
  'with --db summaries at %s and keep-alives are kept with their cost',
  async (cost) => {
    const db = desk.path(`owing-${cost}.db`)
    const talk = Array.from({ length: 40 }, (_, n) => ({
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: `Part ${n}. ${'A thought that no code can shorten. '.repeat(120)}`,
    }))
    desk.file('owing.jsonl', jsonLines([{ id: 'owing', model: 'claude-sonnet-5' }, ...talk]))
    const flags = ['--context-length', '32000', '--gap', '600', '--channel', 'agent', '--keep-alive']
    const { totals } = await desk.replayed('owing.jsonl', [...flags, '--summarizer-cost', cost, '--db', db])
    const { own, summaries } = JSON.parse((await desk.here(['usage', '--db', db, '--json'])).out)
    expect(Math.min(totals.summarizerUsd ?? 0, totals.keepAliveUsd ?? 0)).toBeGreaterThan(0)
    expect(summaries.costUsd).toBeCloseTo(totals.summarizerUsd ?? 0, 9)
    expect(own.costUsd).toBeCloseTo(totals.costUsd ?? 0, 9)
    expect((await desk.here(['verify', '--db', db])).code).toBe(0)
  },
)

test('with --db a result that is too large is kept in a file beside the database', async () => {
  const talk = toolTalk(1, 20_000)
  desk.file('huge.jsonl', jsonLines([header, ...talk]))
  mkdirSync(desk.path('home'))
  const { code } = await desk.here([
    'replay',
    desk.path('huge.jsonl'),
    '--db',
    desk.path('home/state.db'),
    '--context-length',
    '200000',
  ])
  expect(code).toBe(0)
  const [folder = ''] = readdirSync(desk.path('home/results'))
  const files = readdirSync(desk.path(`home/results/${folder}`))
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.txt$/)])
  expect(readFileSync(desk.path(`home/results/${folder}/${files[0]}`), 'utf8')).toBe('line of part 0\n'.repeat(20_000))
})

const perfect = `
let prompt = ''
process.stdin.setEncoding('utf8').on('data', (text) => { prompt += text }).on('end', () => {
  const facts = [...new Set(prompt.match(/FACT-\\d+-[a-z]+/g) ?? [])]
  process.stdout.write('## Critical Context\\n' + facts.map((fact) => '- ' + fact + '\\n').join(''))
})`

test('five compactions with a perfect summariser keep every fact', async () => {
  const talk = Array.from({ length: 160 }, (_, n) => [
    { role: 'user', content: `Look into part ${n}. Never drop FACT-${n}-rule.` },
    { role: 'assistant', content: `FACT-${n}-decision ${'because it is simpler and was agreed upon '.repeat(40)}` },
  ]).flat()
  desk.file('facts.jsonl', jsonLines([header, ...talk]))
  writeFileSync(desk.path('perfect.mjs'), perfect)
  const result = await desk.replayed('facts.jsonl', [
    '--context-length',
    '24000',
    '--summarizer-command',
    `${JSON.stringify(process.execPath)} ${JSON.stringify(desk.path('perfect.mjs'))}`,
  ])
  const written = result.compactions.filter(({ summary }) => summary.by === 'model')
  expect(written.length).toBeGreaterThanOrEqual(5)
  const seen = JSON.stringify(result.final.messages)
  const facts = talk.flatMap(({ content }) => content.match(/FACT-\d+-[a-z]+/g) ?? [])
  expect(facts).toHaveLength(320)
  expect(facts.filter((fact) => !seen.includes(fact))).toEqual([])
  expect(result.totals.summarizerUsd).toBeGreaterThan(0)
})

test('the words of a table of compactions are explained only below one', async () => {
  const { out: short } = await desk.here(['replay', desk.path('talks/a.jsonl')])
  expect(short).toContain('best possible: ')
  expect(short).not.toMatch(/^(?:Call: |Facts are )/m)
  const { out: long } = await desk.here(['replay', desk.path('long.jsonl'), '--context-length', '32000'])
  expect(long).toMatch(/^Compactions.*^Call: .*^Facts are /ms)
})

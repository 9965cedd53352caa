import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStoreDesk } from '../../testing/store-desk.ts'

const { here, json, file, folder, palimpsest, clear } = createStoreDesk()
afterAll(clear)

const secret = `sk-ant-api03-${'Ab1'.repeat(31)}x-AAAAAAAA`
/** Too long to show, with lines that its beginning does not have. */
const output = `${'a line of the log, ünï 🚀\n'.repeat(6_000)}key ${secret} zebrafish\nneedlequux at the end`

const session = [
  { role: 'user', content: 'Show me the log. Is there a zebrafish error?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'show_log', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: output },
  { role: 'assistant', content: 'There is.' },
]

beforeAll(() => {
  file('session.json', JSON.stringify(session))
  const { code, err } = palimpsest(['replay', 'session.json', '--db', 'kept.db', '--json'])
  expect([code, err]).toEqual([0, expect.any(String)])
})

const needle = () => json(['recall', 'needlequux'], 'kept.db')

describe('an output that was too long to show', () => {
  test('is found by what only its whole says, as the message that gave it', async () => {
    const found = await needle()
    expect(found).toMatchObject({ searched: 4, capped: false })
    expect(found.hits).toEqual([
      expect.objectContaining({ role: 'tool', index: 2, score: 1, snippet: 'needlequux at the end' }),
    ])
    const { conversations } = await json(['sessions', 'search', 'needlequux'], 'kept.db')
    expect(conversations).toMatchObject([{ hits: [{ id: found.hits[0].id }] }])
    const { conversation } = found.hits[0]
    expect((await json(['recall', 'needlequux', '--conversation', conversation], 'kept.db')).hits).toEqual(found.hits)
  })

  test('stands below messages that say all of the query, above those that say some of it', async () => {
    const places = async (query: string) =>
      (await json(['recall', query], 'kept.db')).hits.map(({ index }: { index: number }) => index)
    expect(await places('zebrafish')).toEqual([0, 2])
    const [first, ...others] = await places('zebrafish needlequux')
    expect([first, others.includes(0)]).toEqual([2, true])
    expect((await json(['recall', 'zebrafish', '--limit', '1'], 'kept.db')).capped).toBe(true)
  })

  test('is found once, also where what was shown of it matches', async () => {
    const { hits } = await json(['recall', 'log ünï'], 'kept.db')
    expect(hits.filter(({ index }: { index: number }) => index === 2)).toHaveLength(1)
  })

  test('shows no secret where it is found', async () => {
    const { hits } = await json(['recall', 'key zebrafish'], 'kept.db')
    expect(hits[0]).toMatchObject({ index: 2, snippet: expect.stringContaining('zebrafish') })
    expect(JSON.stringify(hits)).not.toContain(secret.slice(0, 30))
  })

  test('is read to the byte, in pages that count in the original', async () => {
    const { id } = (await needle()).hits[0]
    expect(await here(['read', id], 'kept.db')).toEqual({ code: 0, out: output, err: '' })
    const chars = [...output]
    const page = await here(['read', id, '--offset', '100', '--limit', '50000'], 'kept.db')
    expect(page.out).toBe(chars.slice(100, 50_100).join(''))
    expect(page.err).toContain(`of ${chars.length}; go on with --offset 50100`)
    expect((await here(['read', id, '--offset', String(chars.length - 10)], 'kept.db')).out).toBe(output.slice(-10))
    expect((await json(['read', id], 'kept.db')).message.parts).toEqual([{ type: 'text', text: output }])
  })

  test('is found from another folder, after a move with its database, and is told when it is gone', async () => {
    const { id } = (await needle()).hits[0]
    expect((await here(['verify'], 'kept.db')).code).toBe(0)
    const moved = join(folder, 'moved')
    palimpsest(['replay', 'session.json', '--db', 'moved/kept.db', '--json'])
    renameSync(moved, join(folder, 'away'))
    expect(await here(['verify'], 'away/kept.db')).toMatchObject({ code: 0, err: '' })
    const other = (await json(['recall', 'needlequux'], 'away/kept.db')).hits[0]
    expect((await here(['read', other.id], 'away/kept.db')).out).toBe(output)

    rmSync(join(folder, 'away/results'), { recursive: true })
    const { code, out, err } = await here(['read', other.id], 'away/kept.db')
    expect([code, out]).toEqual([0, expect.stringMatching(/^<persisted-output>.*<\/persisted-output>$/s)])
    expect(err).toMatch(/kept as .*away\/results\/.*\.txt, which is not there/)
    expect((await here(['verify'], 'away/kept.db')).out).toContain('result-missing')
    expect((await here(['read', id], 'kept.db')).out).toBe(output)
  })

  test('of another database in the same folder is none of this one', async () => {
    palimpsest(['replay', 'session.json', '--db', 'twin.db', '--json'])
    expect(readdirSync(join(folder, 'results'))).toHaveLength(2)
    expect((await needle()).hits).toHaveLength(1)
  })
})

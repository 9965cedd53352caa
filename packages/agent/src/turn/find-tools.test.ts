import { readToolChoice } from '@palimpsest/core/compaction'
import { sessionId } from '@palimpsest/core/store'
import { type ScriptedReply, type SimulatedModel, scripted } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import { createAnthropic } from '../provider/anthropic.ts'
import { countingSteps, createAgentDesk, type DeskOptions, type Way, ways } from './agent-desk.arbitrary.ts'
import { createAgent } from './create-agent.ts'
import { manyTools, type ReachedCall } from './many-tools.arbitrary.ts'

const opus: Way = ['anthropic', createAnthropic, 'claude-opus-5-5', '']
const never = new AbortController().signal

type Request = Parameters<SimulatedModel>[0]

/** An agent whose plugins bring 150 tools, in a window of 160K. */
async function deskWith(script: readonly ScriptedReply[], more: DeskOptions = {}, way: Way = opus) {
  const reached: ReachedCall[] = []
  const { change, ...others } = more
  const desk = await createAgentDesk(way, {
    contextTokens: 160_000,
    simulator: { model: scripted(script) },
    change: (parts) => ({ plugins: manyTools(reached), ...change?.(parts) }),
    ...others,
  })
  const compress = () => desk.agent.compress(undefined, () => {}, never)
  const names = async () => (await desk.agent.request()).tools.map(({ name }) => name)
  const bytes = async () => JSON.stringify((await desk.agent.request()).tools)
  const refused = () => desk.simulator.calls.filter(({ status }) => status !== 200)
  return { ...desk, reached, compress, names, bytes, refused }
}

const calling = (name: string, input: object) => ({
  thinking: 'Let me see.',
  text: `I call ${name}.`,
  calls: [{ name, input: { ...input } }],
})
const said = (text: string) => ({ thinking: 'That is all.', text })
const lastResult = ({ messages }: Request) => JSON.stringify(messages.findLast(({ role }) => role === 'tool'))

describe.each([opus, ways[1], ways[2]])('over %s', (...way) => {
  test('tools that are not used go at a compaction, are found and run by find_tools, and come back at the next', async () => {
    const heard: string[] = []
    const desk = await deskWith(
      [
        calling('jira_create_issue', { key: 'A-1' }),
        said('One.'),
        calling('find_tools', { query: 'update a wiki page' }),
        (request) => {
          heard.push(lastResult(request))
          return calling('find_tools', { name: 'wiki_update_page', arguments: { key: 'P-7' } })
        },
        (request) => {
          heard.push(lastResult(request))
          return calling('github_list_board', { key: 'direct' })
        },
        ...countingSteps(12),
        said('Two.'),
        said('Three.'),
      ],
      {},
      way,
    )
    expect((await desk.names()).length).toBe(159)
    await desk.turn('Open an issue.')
    expect(await desk.compress()).toMatchObject({ kind: 'committed' })
    const after = await desk.names()
    expect(after).toContain('jira_create_issue')
    expect(after).toContain('find_tools')
    expect(after).toHaveLength(11)
    const before = await desk.bytes()
    expect(await desk.turn('Update the page.')).toMatchObject({ text: 'Two.' })
    expect(heard[0]).toContain('wiki_update_page (wiki)')
    expect(heard[0]).toContain('page_field_3')
    expect(heard[1]).toContain('wiki_update_page is done.')
    expect(desk.reached.map(({ name, input }) => [name, input])).toEqual([
      ['jira_create_issue', { key: 'A-1' }],
      ['wiki_update_page', { key: 'P-7' }],
      ['github_list_board', { key: 'direct' }],
    ])
    expect(await desk.bytes()).toBe(before)
    expect(await desk.compress()).toMatchObject({ kind: 'committed' })
    expect(await desk.names()).toEqual(expect.arrayContaining(['wiki_update_page', 'github_list_board']))
    expect(await desk.turn('Go on.')).toMatchObject({ text: 'Three.' })
    expect(desk.refused()).toEqual([])
  })
})

test('a restart sends the same bytes, an undo the former ones, and the receipt says what was saved', async () => {
  const desk = await deskWith([calling('jira_create_issue', { key: 'A' }), said('One.'), said('Two.'), said('Three.')])
  const full = await desk.bytes()
  await desk.turn('Open an issue.')
  await desk.compress()
  await desk.turn('And?')
  const short = await desk.bytes()
  const resumed = createAgent(desk.parts, desk.session, { cause: 'resumed' })
  expect(JSON.stringify((await resumed.request()).tools)).toBe(short)
  const [receipt] = await desk.store.receipts((await desk.store.compressionTip(desk.session)).conversation)
  expect(receipt?.value).toMatchObject({ tools: { shown: 11 }, cache: { keptTokens: 0 } })
  expect(readToolChoice(receipt?.value)?.savedTokens).toBeGreaterThan(30_000)
  await resumed.undo()
  expect(JSON.stringify((await resumed.request()).tools)).toBe(full)
  expect(await desk.bytes()).toBe(full)
  expect(await desk.turn('Still?')).toMatchObject({ text: 'Three.' })
  expect(desk.refused()).toEqual([])
})

test('a window that schemas fill is freed of them before a word is touched', async () => {
  const desk = await deskWith([said('One.'), said('Two.')], { contextTokens: 64_000 })
  expect(await desk.turn('Hello.')).toMatchObject({ text: 'One.' })
  expect(await desk.turn('And?')).toMatchObject({ text: 'Two.' })
  expect(desk.notices().join('\n')).toContain('150 tools that this conversation does not use left out of requests')
  expect(await desk.names()).toHaveLength(10)
  expect(
    (await desk.store.view((await desk.lineage()).at(-1)?.id ?? sessionId('none'))).map(({ standsFor }) => standsFor),
  ).toEqual([undefined, undefined, undefined, undefined])
  expect(desk.refused()).toEqual([])
})

test('find_tools asks the user as the tool itself would, and a refusal is one', async () => {
  const asked: string[] = []
  const heard: string[] = []
  const through = (name: string, input: unknown) => calling('find_tools', { name, arguments: input })
  const note = (next: ReturnType<typeof calling> | ReturnType<typeof said>) => (request: Request) => {
    heard.push(lastResult(request))
    return next
  }
  const desk = await deskWith(
    [
      said('One.'),
      through('wiki_delete_page', { key: 'P-1' }),
      note(through('wiki_list_page', { key: 'P-1' })),
      note(through('terminal', { command: 'echo hello' })),
      note(through('wiki_search_page', {})),
      note(through('no_such_thing', { key: 1 })),
      note(calling('find_tools', { name: 'wiki_update_pages' })),
      note(calling('find_tools', { page: 'many' })),
      note(said('Done.')),
    ],
    {
      change: ({ toolContext }) => ({
        toolContext: {
          ...toolContext,
          confirm: async ({ text }) => {
            asked.push(text)
            return false
          },
        },
      }),
    },
  )
  await desk.turn('Hello.')
  await desk.compress()
  expect(await desk.turn('Delete it.')).toMatchObject({ text: 'Done.' })
  expect(asked).toEqual([
    'Run wiki_delete_page of the plugin wiki with this?\n{\n  "key": "P-1"\n}',
    'Run this in the workspace (at most 120 s)?\necho hello',
  ])
  expect(desk.reached.map(({ name }) => name)).toEqual(['wiki_list_page'])
  expect(heard[3]).toContain('The input of wiki_search_page is not right')
  expect(heard[4]).toContain('No tool that is not listed has the name \\"no_such_thing\\"')
  expect(heard[5]).toContain('wiki_update_page')
  expect(heard[6]).toContain('The input of find_tools is not right')
  expect(desk.events.filter(({ kind }) => kind === 'tool-ended')).toHaveLength(7)
})

test('with compaction switched off all tools stay, as they do below the limit', async () => {
  for (const change of [{ compaction: { enabled: false } }, { findTools: { aboveTokens: 1_000_000 } }]) {
    const desk = await deskWith([calling('jira_create_issue', { key: 'A' }), said('One.')], { change: () => change })
    await desk.turn('Open an issue.')
    await desk.compress()
    expect(await desk.names()).toHaveLength(159)
  }
})

test('a sub-agent begins with the very tools of its parent', async () => {
  const lists: string[] = []
  const delegating = { text: 'I send one.', calls: [{ name: 'delegate', input: { task: 'Look.' } }] }
  const desk = await deskWith([said('One.'), delegating, said('Seen.'), said('Two.')], {
    change: (parts) => ({
      provider: {
        ...parts.provider,
        ask: (asked, ...rest) => {
          lists.push(JSON.stringify(asked.tools))
          return parts.provider.ask(asked, ...rest)
        },
      },
      subagent: async () => ({ engine: parts.engine, toolContext: parts.toolContext, keepResult: parts.keepResult }),
    }),
  })
  await desk.turn('Hello.')
  await desk.compress()
  expect(await desk.turn('Have it looked at.')).toMatchObject({ text: 'Two.' })
  expect(new Set(lists.slice(1)).size).toBe(1)
  expect(lists).toHaveLength(4)
  expect(desk.refused()).toEqual([])
})

test('several compactions in one long turn: one list from each to the next, and nothing refused', async () => {
  const reading = (n: number) => ({
    text: `Step ${n}.`,
    calls: [{ name: 'terminal', input: { command: `seq 1 ${4_000 + n}` } }],
  })
  const script = Array.from({ length: 24 }, (_, n) =>
    n % 5 === 3
      ? calling('find_tools', { name: `jira_search_${n % 2 === 0 ? 'issue' : 'board'}`, arguments: { key: `${n}` } })
      : reading(n),
  )
  const lists = new Map<string, Set<string>>()
  const desk = await deskWith([...script, said('Done.')], {
    contextTokens: 64_000,
    change: (parts) => ({
      provider: {
        ...parts.provider,
        ask: async (asked, ...rest) => {
          const { id } = await parts.store.compressionTip(sessionId('root'))
          lists.set(id, (lists.get(id) ?? new Set()).add(JSON.stringify(asked.tools)))
          return parts.provider.ask(asked, ...rest)
        },
      },
    }),
  })
  expect(await desk.turn('Count.')).toMatchObject({ text: 'Done.' })
  expect(lists.size).toBeGreaterThan(2)
  for (const each of lists.values()) expect(each.size).toBe(1)
  expect(desk.reached.length).toBeGreaterThan(3)
  expect(desk.refused()).toEqual([])
})

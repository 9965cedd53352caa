import type { ContextEngine } from '@palimpsest/core/engine'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { createAgentDesk, ways } from './agent-desk.arbitrary.ts'

const [anthropic] = ways

test('a tool of an engine takes the place of no other, and the user is told', async () => {
  const asked: string[] = []
  const tool = (name: string) => ({
    name,
    description: 'Looks.',
    schema: { type: 'object' },
    run: async () => {
      asked.push(name)
      return [{ type: 'text', text: 'seen' } as const]
    },
  })
  const { turn, notices, agent } = await createAgentDesk(anthropic, {
    simulator: { model: scripted([{ calls: [{ name: 'look', input: {} }] }, 'Done.']) },
    change: ({ engine }): { engine: ContextEngine } => ({
      engine: { ...engine, tools: [tool('read_file'), tool('delegate'), tool('look'), tool('look')] },
    }),
  })
  expect(await turn('Look.')).toMatchObject({ kind: 'answered' })
  expect(asked).toEqual(['look'])
  const names = (await agent.request()).tools.map(({ name }) => name)
  expect(names.filter((name) => name === 'look')).toHaveLength(1)
  expect(new Set(names).size).toBe(names.length)
  expect(notices()).toEqual([
    expect.stringContaining('read_file'),
    expect.stringContaining('delegate'),
    expect.stringContaining('look'),
  ])
})

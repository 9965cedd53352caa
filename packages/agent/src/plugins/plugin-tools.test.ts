import type { Plugin } from '@palimpsest/core/plugin'
import { expect, test } from 'vitest'
import { createStand } from '../tools/tool-stand.arbitrary.ts'
import { pluginTools } from './plugin-tools.ts'

const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] }
const signal = new AbortController().signal

function toolsOf(tools: readonly unknown[]) {
  const told: string[] = []
  const plugin = { name: 'p', contract: 1, tools } as unknown as Plugin
  return { told, tools: pluginTools([{ name: 'p', where: '/p', plugin }], (text) => told.push(text)) }
}

test('a tool asks with its whole input before it runs, unless it only looks', async () => {
  const stand = createStand()
  const run = ({ n }: { readonly n: number }) => `got ${n}`
  const { tools } = toolsOf([
    { name: 'change', description: 'Changes.', schema, run },
    { name: 'look', description: 'Looks.', schema, run, isReadOnly: true },
  ])
  const [change, look] = tools
  expect(await change?.run({ n: '3' }, stand.context, signal)).toEqual({ text: 'got 3' })
  expect(await look?.run({ n: 4 }, stand.context, signal)).toEqual({ text: 'got 4' })
  expect(stand.asked).toEqual(['Run change of the plugin p with this?\n{\n  "n": 3\n}'])
  stand.says = false
  expect(await change?.run({ n: 5 }, stand.context, signal)).toMatchObject({ isDeclined: true })
  expect(await look?.run({ n: 0 }, stand.context, signal)).toMatchObject({ isError: true, text: /n/ })
  expect(tools.map(({ isChanging, group }) => [isChanging, group])).toEqual([
    [true, 'p'],
    [false, 'p'],
  ])
  stand.remove()
})

test('what is no tool is left out and reported; one that throws or answers with junk fails in words', async () => {
  const stand = createStand()
  const look = { description: 'x', schema, isReadOnly: true }
  const { tools, told } = toolsOf([
    null,
    { name: 'bad name', ...look, run: () => '' },
    { name: 'throws', ...look, run: () => Promise.reject(new Error('no luck')) },
    { name: 'throws', ...look, run: () => 'twice' },
    { name: 'junk', ...look, run: () => 7 },
  ])
  expect(tools.map(({ name }) => name)).toEqual(['throws', 'junk'])
  expect(told).toEqual(['The plugin p brings 3 tools that are none, or whose name is taken; left out.'])
  const heard = tools.map((tool) => tool.run({ n: 1 }, stand.context, signal).catch(({ message }) => message))
  expect(await Promise.all(heard)).toEqual(['no luck', { isError: true, text: 'result.parts: expected a list' }])
  stand.remove()
})

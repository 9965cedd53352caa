import type { EngineTool } from '../../contract/engine.ts'
import type { Shown } from '../../contract/occasion.ts'
import { isObject, type Json } from '../../json.ts'
import { checkMessage } from '../../message/check-message.ts'
import { user } from '../build.ts'
import { demand } from '../store/fixtures/demand.ts'
import type { EngineCase, EngineUnderTest } from './engine-case.ts'
import { ordinary, prose } from './layouts.ts'
import { createStand, settles } from './stand.ts'

const hostile: readonly Json[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  '#0',
  '#0-99999999',
  '#99999999999999999999',
  'made-0',
  '__proto__',
  '../../etc/passwd',
  '(a+)+$',
  '[',
  'a\u0000b\ud83d',
  'x'.repeat(100_000),
  [],
  [[[[]]]],
  {},
  { toString: null, constructor: { prototype: 1 } },
]

/** Wrong in every argument, and in each alone. */
function inputsFor({ schema }: EngineTool): readonly Json[] {
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : []
  const all = hostile.map((value) => Object.fromEntries(names.map((name) => [name, value])))
  const single = names.flatMap((name) => hostile.map((value) => ({ [name]: value })))
  return [...hostile, ...all, ...single, { no_such_argument: 1 }]
}

/** What a tool answers is sent to the model: no answer may fill its window. */
const mostTokens = 16_000

interface ToolStand {
  readonly tools: readonly EngineTool[]
  readonly view: readonly Shown[]
  countText(text: string): number
}

/** A conversation with a giant in it, compacted once. */
async function createToolStand(under: EngineUnderTest): Promise<ToolStand> {
  const { engine, compress, after, occasion } = await createStand(under, [
    ...ordinary.messages,
    user(prose(400_000, 5)),
  ])
  const plan = await compress()
  const { view } = plan.kind === 'compact' ? after(plan) : occasion
  return { tools: engine.tools ?? [], view, countText: (text) => occasion.counter.part({ type: 'text', text }) }
}

async function demandAnswer({ view, countText }: ToolStand, tool: EngineTool, input: Json): Promise<void> {
  const what = `${tool.name}(${JSON.stringify(input).slice(0, 100)})`
  const before = JSON.stringify([input, view])
  const parts = await tool.run(input, view, new AbortController().signal).catch((error: unknown) => {
    throw new Error(`${what} failed: ${String(error)}`)
  })
  checkMessage({ role: 'user', parts } as unknown as Json, what)
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  demand(text.trim() !== '', `${what} was answered with nothing`)
  demand(countText(text) <= mostTokens, `${what} was answered with ${countText(text)} tokens`)
  demand(JSON.stringify([input, view]) === before, `${what} changed what it was given`)
}

/** Models call tools with whatever they think of. */
export const toolCases: readonly EngineCase[] = [
  {
    name: 'tools answer every input with a text that fits',
    async run(under) {
      const stand = await createToolStand(under)
      for (const tool of stand.tools) for (const input of inputsFor(tool)) await demandAnswer(stand, tool, input)
    },
  },
  {
    name: 'tools answer in a conversation without any message',
    async run(under) {
      const { engine, occasion } = await createStand(under, [])
      const countText = (text: string) => occasion.counter.part({ type: 'text', text })
      for (const tool of engine.tools ?? [])
        for (const input of hostile) await demandAnswer({ tools: [tool], view: [], countText }, tool, input)
    },
  },
  {
    name: 'tools that are stopped end soon',
    async run(under) {
      const { tools, view } = await createToolStand(under)
      const stop = new AbortController()
      stop.abort(new Error('stopped'))
      for (const tool of tools)
        demand(await settles(tool.run({}, view, stop.signal), under), `${tool.name} went on although it was stopped`)
    },
  },
]

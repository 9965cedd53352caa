import { plannedMessages, textOf } from '../../compaction/plan/check-plan.ts'
import { engineContract } from '../../contract/engine.ts'
import type { Json } from '../../json.ts'
import { conversationId, sessionId } from '../../store/session.ts'
import { demand } from '../store/fixtures/demand.ts'
import { demandPlan, demandValid } from './demand-plan.ts'
import type { EngineCase } from './engine-case.ts'
import { layouts, ordinary } from './layouts.ts'
import { createStand } from './stand.ts'

const mustSurvive = ['The branch is feature/retry-7.', 'Ports:\n- 8080 for **web**\n- `5432` für die Datenbank']

const strangeMemos: readonly Json[] = [
  null,
  7,
  'memo',
  [],
  {},
  { version: 1 },
  { version: 99, summary: { entry: 'e1' } },
]

/** As every provider takes names of tools. */
const toolName = /^[a-zA-Z0-9_-]{1,64}$/

/** Cases of what must be kept, and what must be tolerated. */
export const engineKeepCases: readonly EngineCase[] = [
  ...layouts.map(
    ({ name, messages, isSound }) =>
      ({
        name: `texts that must survive stand word for word in the view of ${name}`,
        async run(under) {
          const { occasion, compress } = await createStand(under, messages)
          const asked = { ...occasion, mustSurvive }
          const plan = await compress({ mustSurvive })
          demandPlan(asked, plan)
          if (isSound) demandValid(asked, plan)
          if (plan.kind !== 'compact') return
          const text = textOf(plannedMessages(asked, plan))
          for (const each of mustSurvive) demand(text.includes(each), `the view does not show ${JSON.stringify(each)}`)
        },
      }) satisfies EngineCase,
  ),
  {
    name: 'a memo that someone else wrote is borne',
    async run(under) {
      for (const memo of strangeMemos) {
        const { occasion, compress } = await createStand(under, ordinary.messages)
        demandPlan(occasion, await compress({ memo }))
      }
    },
  },
  {
    name: 'the engine says its name and the contract that it was written for',
    async run(under) {
      const { engine } = await createStand(under, [])
      demand(typeof engine.name === 'string' && engine.name !== '', 'it has no name')
      demand(engine.contract === engineContract, `its contract is ${engine.contract}, not ${engineContract}`)
    },
  },
  {
    name: 'questions are answered with yes or no for every view',
    async run(under) {
      for (const { name, messages } of layouts) {
        const { engine, occasion } = await createStand(under, messages)
        const answer: unknown = engine.hasContentToCompress(occasion)
        demand(typeof answer === 'boolean', `hasContentToCompress answers ${String(answer)} for ${name}`)
      }
      const { engine } = await createStand(under, [])
      const full: unknown = engine.shouldCompress({ promptTokens: 9_000, thresholdTokens: 8_000 })
      demand(typeof full === 'boolean', `shouldCompress answers ${String(full)}`)
    },
  },
  {
    name: 'notes are taken without a fault',
    async run(under) {
      const { engine } = await createStand(under, [])
      const note = { session: sessionId('s'), conversation: conversationId('c'), cause: 'new' } as const
      await engine.onSessionStart?.(note)
      engine.updateFromResponse?.({})
      engine.updateFromResponse?.({ input: 10, output: 1, cacheRead: 0 })
      await engine.onSessionEnd?.(note, 'compression')
      await engine.onSessionEnd?.(note, 'closed')
    },
  },
  {
    name: 'tools are well described',
    async run(under) {
      const { engine } = await createStand(under, [])
      const tools = engine.tools ?? []
      demand(new Set(tools.map(({ name }) => name)).size === tools.length, 'two tools share a name')
      for (const { name, description, schema, run } of tools) {
        demand(toolName.test(name), `"${name}" is no name that providers take`)
        demand(description.trim() !== '', `${name} does not say what it does`)
        demand(schema.type === 'object', `the input of ${name} is no object`)
        demand(typeof run === 'function', `${name} cannot be run`)
      }
    },
  },
]

import type { Trigger } from '../../contract/occasion.ts'
import { demand } from '../store/fixtures/demand.ts'

import { demandPlan, demandValid } from './demand-plan.ts'
import type { EngineCase } from './engine-case.ts'
import { type Layout, layouts, ordinary } from './layouts.ts'
import { createStand } from './stand.ts'

const triggers: readonly Trigger[] = ['preflight', 'response', 'overflow', 'manual']

function planCase({ name, messages, isSound }: Layout): EngineCase {
  return {
    name: `a plan for ${name} can be committed`,
    async run(under) {
      for (const trigger of messages.length > 1_000 ? triggers.slice(0, 1) : triggers) {
        const { occasion, compress } = await createStand(under, messages)
        const plan = await compress({ trigger })
        demandPlan(occasion, plan)
        if (isSound) demandValid(occasion, plan)
      }
    },
  }
}

function againCase({ name, messages }: Layout): EngineCase {
  return {
    name: `what was made small enough of ${name} is left alone`,
    async run(under) {
      const { occasion, compress, after } = await createStand(under, messages)
      const plan = await compress()
      if (plan.kind !== 'compact') return
      const next = after(plan)
      const tokens = occasion.counter.request(next.view.map(({ message }) => message)) + occasion.overheadTokens
      const again = await compress(next)
      if (tokens < occasion.budget.thresholdTokens)
        demand(
          again.kind !== 'compact',
          `it was compressed again although its ${tokens} tokens are below the threshold`,
        )
      else demandPlan(next, again)
    },
  }
}

function sameCase({ name, messages }: Layout): EngineCase {
  return {
    name: `${name} gives the same plan each time, and stays as it was`,
    async run(under) {
      const before = JSON.stringify(messages)
      const plans: string[] = []
      for (let i = 0; i < 2; i++) plans.push(JSON.stringify(await (await createStand(under, messages)).compress()))
      demand(plans[0] === plans[1], 'the same question got two answers')
      demand(JSON.stringify(messages) === before, 'the messages of the view were changed')
    },
  }
}

/** Conversations of every build. */
export const layoutCases: readonly EngineCase[] = [
  ...layouts.map(planCase),
  ...layouts.map(againCase),
  ...layouts.map(sameCase),
  {
    name: 'a long session over its threshold gets smaller',
    async run(under) {
      const { engine, occasion, compress } = await createStand(under, ordinary.messages)
      demand(engine.hasContentToCompress(occasion) === true, 'hasContentToCompress says that there is nothing to do')
      const plan = await compress()
      demand(plan.kind === 'compact', `the answer was ${JSON.stringify(plan)}`)
    },
  },
  {
    name: 'a short talk is left alone',
    async run(under) {
      const { compress } = await createStand(under, ordinary.messages.slice(0, 4))
      demand((await compress()).kind !== 'compact', 'it was compressed although it is far below the threshold')
    },
  },
]

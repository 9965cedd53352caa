import { setImmediate } from 'node:timers/promises'
import * as kit from '@palimpsest/core/engine'
import { checkEngine, engineCases } from '@palimpsest/core/testing'
import { describe, expect, test } from 'vitest'
import plugin from './index.js'

const create = (ports: kit.EnginePorts) => plugin.create(ports, kit)

describe('the sliding window keeps the contract of engines', () => {
  test.each(engineCases)('$name', async ({ run }) => {
    await run({ create, pause: () => setImmediate() })
  })
})

test('a window that forgets the last request is found out', async () => {
  const forgetful = async (ports: kit.EnginePorts) => {
    const engine = await create(ports)
    const compress: typeof engine.compress = async (occasion, signal) => {
      const plan = await engine.compress(occasion, signal)
      return plan.kind === 'compact' ? { ...plan, view: plan.view.slice(0, -1) } : plan
    }
    return { ...engine, compress }
  }
  const faults = await checkEngine({ create: forgetful })
  expect(faults.map(({ name }) => name)).toContain('a plan for an ordinary long session can be committed')
})

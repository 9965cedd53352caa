import { describe, expect, test } from 'vitest'
import { answerTo, createBuilder } from './builder-model.arbitrary.ts'
import { createLongDesk, inContext, ways } from './long-desk.arbitrary.ts'
import { expectWork, work } from './long-session.arbitrary.ts'

const turns = 300
/** Less than elsewhere, for the time it takes; a compression in every tenth turn at least is asked for below. */
const model = createBuilder(0.4)

// Side by side: most of the time each of them waits for the disk.
describe.concurrent.each(ways)('over $provider', (way) => {
  test('300 turns with bulky tools in a 32K window end with the task done', { timeout: 240_000 }, async (context) => {
    const desk = await createLongDesk({ way, model, atEnd: inContext(context) })
    expect(await work(desk, turns)).toEqual(Array.from({ length: turns }, (_, i) => answerTo(i + 1)))
    expectWork(desk.workspace, turns)
    expect(desk.refusals()).toEqual([])
    expect(desk.simulator.calls.length).toBeGreaterThan(turns * 2)
    expect(desk.runtime.status().compactions).toBeGreaterThan(turns / 10)
    expect(await desk.damage()).toEqual([])
    const { reasoning, ...billed } = desk.billed()
    expect(reasoning).toBeGreaterThan(0)
    // Anthropic bills thinking as output and does not tell it apart.
    expect(await desk.used()).toEqual({ ...billed, ...(way.provider !== 'anthropic' && { reasoning }) })
  })
})

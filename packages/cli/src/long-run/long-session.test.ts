import type { Message } from '@palimpsest/core/message'
import { unbilledOf } from '@palimpsest/core/store'
import { addUsage, type Usage } from '@palimpsest/core/tokens'
import type { SimulatedModel } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import type { Runtime } from '../runtime/runtime.ts'
import { answerTo, createBuilder, firstWords, nextWords } from './builder-model.arbitrary.ts'
import { createLongDesk, inContext, type LongDesk, never, openaiResponses, type Way } from './long-desk.arbitrary.ts'
import { expectWork } from './long-session.arbitrary.ts'

/**
 * Models that bind their thinking where a protocol knows of that, and another one to be switched to. Length is tried over one
 * protocol; the others see all that happens in less.
 */
const ways: readonly (Way & { readonly other: string; readonly turns: number })[] = [
  { provider: 'anthropic', model: 'claude-opus-5-5', path: '', other: 'claude-sonnet-5-5', turns: 300 },
  {
    provider: 'openrouter',
    model: 'anthropic/claude-opus-5.5',
    path: '/v1',
    other: 'anthropic/claude-sonnet-5.5',
    turns: 90,
  },
  { ...openaiResponses, other: 'gpt-5.6-terra', turns: 90 },
]

/** Thinks before all that it says, and counts how many thoughts it is shown each time. */
function createThinker(): { readonly model: SimulatedModel; readonly shown: readonly number[] } {
  // Less than elsewhere, for the time it takes; a compaction in every tenth turn at least is asked for below.
  const work = createBuilder(0.4)
  const shown: number[] = []
  const model: SimulatedModel = (request) => {
    const said = work(request)
    if (request.tools.length === 0) return said
    shown.push(request.messages.filter(isThoughtful).length)
    const thought = `Thought ${shown.length}. ${'Let me see. '.repeat(12)}`
    return [{ type: 'thinking', text: thought }, ...(said ?? []).filter(({ type }) => type !== 'thinking')]
  }
  return { model, shown }
}

function isThoughtful({ parts, residue }: Message): boolean {
  return parts.some(({ type }) => type === 'thinking') || residue?.fields.extra !== undefined
}

/** What all sessions took, those of compactions that were taken back included. */
async function usedInAll({ store, runtime }: LongDesk): Promise<Usage> {
  const compressed = await store.receipts(runtime.conversation)
  const ids = [runtime.session, ...compressed.map(({ session }) => session)]
  const sessions = await Promise.all(ids.map((id) => store.session(id)))
  const unbilled = await unbilledOf(store, runtime.conversation)
  return sessions.reduce<Usage>((sum, session) => (session ? addUsage(sum, session.usage) : sum), unbilled?.usage ?? {})
}

// Side by side: most of the time each of them waits for the disk.
describe.concurrent.each(ways)('over $provider, $turns turns', ({ other, turns, ...way }) => {
  test('of a model that thinks, with bulky tools in a 32K window, end with the task done', {
    timeout: 900_000,
  }, async (context) => {
    const thinker = createThinker()
    const desk = await createLongDesk({ way, model: thinker.model, atEnd: inContext(context) })
    const [undone, switched, back, opened] = [0.4, 0.5, 0.6, 0.7].map((share) => Math.round(share * turns))
    let runtime: Runtime = desk.runtime
    const answers: string[] = []
    for (let turn = 1; turn <= turns; turn++) {
      const outcome = await runtime.turn(turn === 1 ? firstWords : nextWords, () => {}, never)
      answers.push('text' in outcome ? outcome.text : JSON.stringify(outcome))
      // What is being prepared is done by then: nobody learns what a call cost that was stopped.
      if ([undone, switched, back, opened, turns].includes(turn)) await runtime.tidy()
      if (turn === undone) expect(await runtime.undo()).toMatchObject({ kind: 'undone' })
      if (turn === switched) await runtime.switchModel(other)
      if (turn === back) await runtime.switchModel(way.model)
      // Nobody ends the first one: as far as the store knows, it was killed.
      if (turn === opened) runtime = await desk.open(desk.runtime.session)
    }
    expect(desk.refusals()).toEqual([])
    expect(answers).toEqual(Array.from({ length: turns }, (_, i) => answerTo(i + 1)))
    expectWork(desk.workspace, turns)
    expect(desk.simulator.calls.length).toBeGreaterThan(turns * 2)
    expect(runtime.status().compactions).toBeGreaterThan(turns / 10)
    // Thinking that need not go stays.
    expect(Math.max(...thinker.shown)).toBeGreaterThan(5)
    expect(await desk.damage()).toEqual([])
    const { reasoning, ...billed } = desk.billed()
    expect(reasoning).toBeGreaterThan(0)
    // Anthropic bills thinking as output and does not tell it apart.
    expect(await usedInAll(desk)).toEqual({ ...billed, ...(way.provider !== 'anthropic' && { reasoning }) })
  })
})

import type { Message } from '@palimpsest/core'
import type { ModelRequest, SimulatedModel } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import type { Runtime } from '../runtime.ts'
import { answerTo, createBuilder, firstWords, nextWords } from './builder-model.arbitrary.ts'
import { createLongDesk, inContext, never, openaiResponses, type Way } from './long-desk.arbitrary.ts'
import { expectWork } from './long-session.arbitrary.ts'

const turns = Number(process.env.TURNS ?? 300)

/** Models that bind their thinking where a protocol has any, and the other one that is switched to. */
const ways: readonly (Way & { readonly other: string })[] = [
  { provider: 'anthropic', model: 'claude-opus-5-5', path: '', other: 'claude-sonnet-5-5' },
  { provider: 'openrouter', model: 'anthropic/claude-opus-5.5', path: '/v1', other: 'anthropic/claude-sonnet-5.5' },
  { ...openaiResponses, other: 'gpt-5.6-terra' },
]

/** Thinks before all that it says. What it is shown of its thinking is counted. */
function createThinker() {
  const work = createBuilder(0.4)
  const shown: number[] = []
  const model: SimulatedModel = (request) => {
    const said = work(request)
    if (request.tools.length === 0) return said
    shown.push(request.messages.filter(isThoughtful).length)
    const last = request.messages.at(-1)
    const text = `Thought ${shown.length} of ${request.model}, after a ${last?.role}. ${'Let me see. '.repeat(12)}`
    return [{ type: 'thinking', text }, ...(said ?? []).filter(({ type }) => type !== 'thinking')]
  }
  return { model, shown }
}

function isThoughtful({ parts, residue }: ModelRequest['messages'][number] & Message): boolean {
  return parts.some(({ type }) => type === 'thinking') || residue?.fields.extra !== undefined
}

describe.concurrent.each(ways)('over $provider', ({ other, ...way }) => {
  test('300 turns of a model that thinks: compactions, an undo, a switch of models, a restart', {
    timeout: 240_000,
  }, async (context) => {
    const thinker = createThinker()
    const desk = await createLongDesk({
      way,
      model: thinker.model,
      atEnd: inContext(context),
    })
    let runtime: Runtime = desk.runtime
    const at = (share: number) => Math.floor(turns * share)
    const answers: string[] = []
    for (let turn = 1; turn <= turns; turn++) {
      const outcome = await runtime.turn(turn === 1 ? firstWords : nextWords, () => {}, never)
      answers.push('text' in outcome ? outcome.text : JSON.stringify(outcome))
      if (turn === at(0.4)) expect(await runtime.undo()).toMatchObject({ kind: 'undone' })
      if (turn === at(0.5)) await runtime.switchModel(other)
      if (turn === at(0.6)) await runtime.switchModel(way.model)
      // Nobody ends the first one: as far as the store knows, it was killed.
      if (turn === at(0.7)) runtime = await desk.open(desk.runtime.session)
    }
    expect(desk.refusals()).toEqual([])
    expect(answers).toEqual(Array.from({ length: turns }, (_, i) => answerTo(i + 1)))
    expectWork(desk.workspace, turns)
    const lineage = await desk.store.lineage(desk.runtime.session)
    console.log(way.provider, 'sessions', lineage.length, 'calls', desk.simulator.calls.length, 'most thoughts', Math.max(...thinker.shown), thinker.shown.slice(0,60).join(' '))
    expect(await desk.damage()).toEqual([])
  })
})

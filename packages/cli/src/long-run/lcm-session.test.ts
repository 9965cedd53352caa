import { verifyCoverage } from '@palimpsest/core/compaction'
import { describe, expect, test } from 'vitest'
import { answerTo, createBuilder, firstWords, nextWords } from './builder-model.arbitrary.ts'
import { anthropic, createLongDesk, inContext, never, openaiChat } from './long-desk.arbitrary.ts'
import { expectWork } from './long-session.arbitrary.ts'

const turns = 120
const lcm = { 'context.engine': 'lcm' }

// Side by side: most of the time each of them waits for the disk.
describe.concurrent.each([{ ...anthropic, model: 'claude-opus-5-5' }, openaiChat])('over $provider', (way) => {
  test('the lossless engine carries a long session with undo, a restart and summaries that the model writes', {
    timeout: 240_000,
  }, async (context) => {
    const desk = await createLongDesk({ way, model: createBuilder(0.5), settings: lcm, atEnd: inContext(context) })
    let { runtime } = desk
    const answers: string[] = []
    for (let turn = 1; turn <= turns; turn++) {
      const outcome = await runtime.turn(turn === 1 ? firstWords : nextWords, () => {}, never)
      answers.push('text' in outcome ? outcome.text : JSON.stringify(outcome))
      if (turn === 50) expect(await runtime.undo()).toMatchObject({ kind: 'undone' })
      // Nobody ends the first one: as far as the store knows, it was killed.
      if (turn === 80) runtime = await desk.open(desk.runtime.session)
    }
    expect(desk.refusals()).toEqual([])
    expect(answers).toEqual(Array.from({ length: turns }, (_, i) => answerTo(i + 1)))
    expectWork(desk.workspace, turns)
    const receipts = await desk.store.receipts(runtime.conversation)
    expect(receipts.length).toBeGreaterThan(5)
    expect(receipts.map(({ value }) => value)).toEqual(receipts.map(() => expect.objectContaining({ engine: 'lcm' })))
    expect(await desk.damage()).toEqual([])
    expect(await verifyCoverage(desk.store, runtime.conversation)).toEqual([])
  })
})

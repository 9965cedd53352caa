import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatedModel } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { answerTo, builder, firstWords, nextWords, rules } from './builder-model.arbitrary.ts'
import { createLongDesk, inContext, never } from './long-desk.arbitrary.ts'

const tool = { kind: 'function', name: 'any', description: '', schema: {} } as const
const asked = (text: string) => ({
  api: 'anthropic' as const,
  model: 'any',
  messages: [{ role: 'user', parts: [{ type: 'text', text }] } as const],
  tools: [tool],
})

test('the model of these tests breaks a rule that it does not see', () => {
  const paths = (text: string) => JSON.stringify(builder(asked(text)))
  expect(paths(firstWords)).not.toContain('vendor/')
  expect(paths(`${rules.task} ${rules.form}`)).toContain('vendor/lib.ts')
})

const declining: SimulatedModel = (request) =>
  request.tools.length === 0 ? [{ type: 'text', text: 'I cannot help with that.' }] : builder(request)

const empty: SimulatedModel = (request) => (request.tools.length === 0 ? undefined : builder(request))

test.concurrent.for([
  { who: 'a poor writer', model: builder, by: 'model' },
  { who: 'a writer that declines', model: declining, by: 'mechanical' },
  { who: 'a writer that is down', model: empty, by: 'mechanical' },
])(
  'after 20 compactions by $who the rules of turn 1 are obeyed, though its message is long gone',
  async ({ model, by }, context) => {
    const settings = { 'compression.protect_first_n': '0', 'compression.protect_last_n': '1' }
    const desk = await createLongDesk({ model, settings, atEnd: inContext(context) })
    let step = 0
    const next = async () => {
      step++
      const outcome = await desk.say(step === 1 ? firstWords : nextWords)
      expect(outcome).toEqual({ kind: 'answered', text: answerTo(step) })
    }
    await next()
    for (let compaction = 1; compaction <= 20; compaction++) {
      await next()
      await next()
      expect(await desk.runtime.compress(undefined, () => {}, never)).toMatchObject({ kind: 'committed' })
      expect((await desk.runtime.receipt())?.summary.by).toBe(by)
    }
    await next()
    expect(readFileSync(join(desk.workspace, 'vendor/lib.ts'), 'utf8')).toBe('theirs')
    const tip = await desk.store.compressionTip(desk.runtime.session)
    const roots = (await desk.store.originals(desk.runtime.conversation)).slice(0, 1).map(({ id }) => id)
    expect((await desk.store.view(tip.id)).some(({ id }) => roots.includes(id))).toBe(false)
    expect(await desk.damage()).toEqual([])
  },
)

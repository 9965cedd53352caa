import { expect, test } from 'vitest'
import { ask, model, perfect, portsWith, run, signal, talk } from '../fake-model.arbitrary.ts'
import { summarise } from '../summarise.ts'
import { createKeptDigests } from './kept-digests.ts'

const { messages, facts } = talk(60)
const stretchOf = (prompt: string) => prompt.match(/FACT-\d+/)?.[0] ?? 'merge'
const isDigest = (prompt: string) => /stretch|part/i.test(prompt)

test('what one model wrote of a stretch is not asked of the next', async () => {
  const first = model((prompt, n) => (n === 1 ? perfect(prompt, n, signal()) : ''), 8_000, 'first')
  const second = model(perfect, 8_000, 'second')
  const { body, note } = await run(ask({ messages, targetTokens: 8_000 }), first, second)
  expect(note).toMatchObject({ by: 'model', model: 'second', coverage: 1 })
  const paid = stretchOf(first.prompts[0] ?? '')
  expect(second.prompts.filter(isDigest).map(stretchOf)).not.toContain(paid)
  expect(facts.filter((fact) => !body.includes(fact))).toEqual([])
})

test('a larger window is asked for the rest in fewer stretches', async () => {
  const first = model((prompt, n) => (n === 1 ? perfect(prompt, n, signal()) : ''), 8_000, 'first')
  const second = model(perfect, 100_000, 'second')
  const { note } = await run(ask({ messages, targetTokens: 8_000 }), first, second)
  expect(note.chunks).toBe(2)
  expect(second.prompts).toHaveLength(1)
})

test('a summary that is asked for again pays for no stretch twice; with another focus it does', async () => {
  const digests = createKeptDigests()
  const writer = model(perfect, 8_000)
  const request = ask({ messages, targetTokens: 8_000, digests })
  const whole = await summarise(request, portsWith([writer]), signal())
  const asked = writer.prompts.splice(0).filter(isDigest)
  expect(asked.length).toBe(whole.note.chunks)
  const again = await summarise(request, portsWith([writer]), signal())
  expect(writer.prompts.splice(0).filter((prompt) => asked.includes(prompt))).toEqual([])
  expect(again.body).toBe(whole.body)
  await summarise({ ...request, focus: 'the database' }, portsWith([writer]), signal())
  expect(writer.prompts.length).toBeGreaterThanOrEqual(whole.note.chunks)
})

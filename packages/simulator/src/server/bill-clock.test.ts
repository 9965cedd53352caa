import { expect, test } from 'vitest'
import { scripted } from '../model/scripted.ts'
import {
  askClaude,
  assistant,
  billed,
  billOf,
  createSimulatorDesk,
  envelope,
  mark,
  T,
  text,
  user,
  words,
} from './simulator-desk.arbitrary.ts'

const rules = words('rules', 2_000)
const rulesSize = envelope + T(rules)
const helloSize = envelope + T('Hello.')
const params = { system: [text(rules, mark())], messages: [user(text('Hello.'))] }

test('nothing can be read before the reply that writes it began (A13)', async () => {
  const desk = await createSimulatorDesk({ replyAfterMs: 2_000 })
  const ask = async () => billOf(await askClaude(desk.claude(), 'whole', params))
  const together = await Promise.all([ask(), ask(), ask()])
  expect(together).toEqual(Array(3).fill(billed({ write5m: rulesSize, plain: helloSize })))
  desk.at(2)
  expect(await ask()).toEqual(billed({ read: rulesSize, plain: helloSize }))
  await desk.close()
})

test('a lifetime counts from the start of the request, however long the reply took (A6)', async () => {
  const desk = await createSimulatorDesk({ replyAfterMs: 240_000 })
  const at = async (second: number) => {
    desk.at(second)
    return billOf(await askClaude(desk.claude(), 'whole', params))
  }
  await at(0)
  expect(await at(299)).toEqual(billed({ read: rulesSize, plain: helloSize }))
  expect(await at(599)).toEqual(billed({ write5m: rulesSize, plain: helloSize }))
  await desk.close()
})

test('counting tokens gives the sum of the bill, and costs nothing (A15)', async () => {
  const desk = await createSimulatorDesk()
  const { input_tokens: counted } = await desk.claude().messages.countTokens({ model: 'claude-sonnet-5', ...params })
  expect(counted).toBe(rulesSize + helloSize)
  expect(desk.calls).toEqual([])
  expect(billOf(await askClaude(desk.claude(), 'whole', params))).toEqual(
    billed({ write5m: rulesSize, plain: helloSize }),
  )
  await desk.close()
})

test('older models are not shown earlier thinking, which breaks their cache; newer ones are (A11)', async () => {
  const long = words('rules', 6_000)
  const thought = { type: 'thinking' as const, thinking: words('thought', 50), signature: 'c2VhbGVk' }
  const look = { type: 'tool_use' as const, id: 'toolu_1', name: 'look', input: {} }
  const loop = [user(text('Hello.')), assistant(thought, text('Yes.', mark()), look), user(resultOf(look.id))]
  const readBy = async (model: string) => {
    const desk = await createSimulatorDesk()
    const ask = async (messages: Parameters<typeof askClaude>[2]['messages']) =>
      billOf(await askClaude(desk.claude(), 'whole', { model, system: [text(long, mark())], messages }))
    await ask(loop)
    const { read } = await ask([...loop, user(text('Go on.'))])
    await desk.close()
    return read
  }
  const spoken = envelope + T(thought.thinking) + T('Yes.')
  expect(await readBy('claude-sonnet-5')).toBe(envelope + T(long) + helloSize + spoken)
  expect(await readBy('claude-haiku-4-5')).toBe(envelope + T(long))
})

const resultOf = (id: string) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'Seen.' })

test('each count has its price (A7)', async () => {
  const desk = await createSimulatorDesk({ model: scripted(['Good day.', 'Good day.']) })
  await askClaude(desk.claude(), 'whole', { ...params, model: 'claude-opus-5-5' })
  await askClaude(desk.claude(), 'whole', { ...params, model: 'claude-opus-5-5' })
  const output = T('Good day.') * 20
  const usd = (cents: number) => ({ kind: 'known', usd: expect.closeTo(cents / 1_000_000, 12) })
  expect(desk.calls.map(({ cost }) => cost)).toEqual([
    usd(rulesSize * 5 + helloSize * 4 + output),
    usd(rulesSize * 0.2 + helloSize * 4 + output),
  ])
  await desk.close()
})

test('a price that nobody knows is said to be unknown, never 0', async () => {
  const models = [{ id: 'my-model', contextTokens: 10_000 }]
  const desk = await createSimulatorDesk({ models })
  await askClaude(desk.claude(), 'whole', { model: 'my-model', messages: params.messages })
  expect(desk.calls[0]?.cost).toEqual({ kind: 'unknown', reason: 'no prices known for my-model' })
  await desk.close()
})

import { BadRequestError } from '@anthropic-ai/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  around,
  askClaude,
  assistant,
  billed,
  billOf,
  createSimulatorDesk,
  envelope,
  exactly,
  mark,
  type SimulatorDesk,
  T,
  text,
  user,
  ways,
  words,
} from './simulator-desk.arbitrary.ts'

const rules = words('rules', 2_000)
const question = words('question', 100)
const answer = words('answer', 80)
const next = words('next question', 120)
/** The first block of a message also carries its envelope. */
const size = { rules: envelope + T(rules), question: envelope + T(question), answer: envelope + T(answer) }
const nextSize = envelope + T(next)

let desk: SimulatorDesk
beforeEach(async () => {
  desk = await createSimulatorDesk()
})
afterEach(() => desk.close())

describe.each(ways)('Claude bills, %s', (way) => {
  const ask = async (...[params, key]: [Parameters<typeof askClaude>[2], string?]) =>
    billOf(await askClaude(desk.claude(key), way, params))
  const system = [text(rules, mark())]
  const first = { system, messages: [user(text(question))] }

  test('the first call writes up to the breakpoint and pays the rest plain (A2, A7)', async () => {
    expect(await ask(first)).toEqual(billed({ write5m: size.rules, plain: size.question }))
  })

  test('the same call again reads what the first wrote (A2)', async () => {
    await ask(first)
    expect(await ask(first)).toEqual(billed({ read: size.rules, plain: size.question }))
  })

  test('a conversation that grew reads its beginning and writes its growth (A1, A3)', async () => {
    await ask({ system, messages: [user(text(question, mark()))] })
    const grown = [user(text(question)), assistant(text(answer)), user(text(next, mark()))]
    expect(await ask({ system, messages: grown })).toEqual(
      billed({ read: size.rules + size.question, write5m: size.answer + nextSize }),
    )
  })

  test('another question after the same rules reads only the rules (A1, A3)', async () => {
    await ask({ system, messages: [user(text(question, mark()))] })
    expect(await ask({ system, messages: [user(text(next, mark()))] })).toEqual(
      billed({ read: size.rules, write5m: nextSize }),
    )
  })

  test('without a breakpoint nothing is read, though an entry exists (A2)', async () => {
    await ask(first)
    expect(await ask({ system: rules, messages: first.messages })).toEqual(
      billed({ plain: size.rules + size.question }),
    )
  })

  test.each([
    [299.999, billed({ read: size.rules, plain: size.question })],
    [300, billed({ write5m: size.rules, plain: size.question })],
  ])('five minutes are over after 300 s: %d s (A6)', async (second, expected) => {
    await ask(first)
    desk.at(second)
    expect(await ask(first)).toEqual(expected)
  })

  test('each read gives another five minutes (A6)', async () => {
    const reads: number[] = []
    for (const second of [0, 290, 580, 870, 1_170]) {
      desk.at(second)
      reads.push((await ask(first)).read)
    }
    expect(reads).toEqual([0, size.rules, size.rules, size.rules, 0])
  })

  test.each([
    [1_023, 0],
    [1_024, 1_024],
  ])('a prefix of %i tokens is cached from 1,024 on; below, nothing is refused (A5)', async (tokens, cached) => {
    const brief = exactly('brief rules', tokens - envelope)
    const params = { system: [text(brief, mark())], messages: first.messages }
    const plain = tokens - cached + size.question
    expect(await ask(params)).toEqual(billed({ write5m: cached, plain }))
    expect(await ask(params)).toEqual(billed({ read: cached, plain }))
  })

  test('the least size is the model’s own: 4,096 for Haiku 4.5 (A5)', async () => {
    expect(size.rules).toBeLessThan(4_096)
    await ask({ ...first, model: 'claude-haiku-4-5' })
    expect(await ask({ ...first, model: 'claude-haiku-4-5' })).toEqual(billed({ plain: size.rules + size.question }))
  })

  test.each([
    [19, size.rules],
    [20, 0],
  ])('an entry is found at most 19 blocks before the breakpoint: %i (A3)', async (distance, read) => {
    await ask(first)
    const blocks = Array.from({ length: distance }, (_, i) => `block ${i}`)
    const marked = blocks.map((said, i) => text(said, i === distance - 1 ? mark() : undefined))
    const tail = envelope + blocks.reduce((total, said) => total + T(said), 0)
    expect(await ask({ system: rules, messages: [user(...marked)] })).toEqual(
      billed({ read, write5m: size.rules + tail - read }),
    )
  })

  const ids = Array.from({ length: 15 }, (_, i) => `toolu_${i}`)
  const uses = ids.map((id) => ({ type: 'tool_use' as const, id, name: 'look', input: { at: id } }))
  const usesSize =
    envelope + ids.reduce((total, id) => total + around + T(id) + T('look') + T(JSON.stringify({ at: id })), 0)
  const resultsSize = ids.reduce((total, id) => total + envelope + around + T(id) + T(`saw ${id}`), 0)
  const results = ids.map((id, i) => ({
    type: 'tool_result' as const,
    tool_use_id: id,
    content: `saw ${id}`,
    ...(i === ids.length - 1 && mark()),
  }))
  const look = { name: 'look', description: 'Looks.', input_schema: { type: 'object' as const } }
  const lookSize = T(JSON.stringify({ name: 'look', description: 'Looks.', parameters: { type: 'object' } })) + around

  test('parallel calls are one position, and so are their results (A4)', async () => {
    await ask({ tools: [look], system, messages: [user(text(question, mark()))] })
    const messages = [user(text(question)), assistant(...uses), user(...results)]
    expect(await ask({ tools: [look], system: rules, messages })).toEqual(
      billed({ read: lookSize + size.rules + size.question, write5m: usesSize + resultsSize }),
    )
  })

  test('a changed tool leaves nothing to read (A1, A11)', async () => {
    await ask({ ...first, tools: [look] })
    const other = { ...look, description: 'Looks twice.' }
    const otherSize =
      T(JSON.stringify({ name: 'look', description: 'Looks twice.', parameters: { type: 'object' } })) + around
    expect(await ask({ ...first, tools: [other] })).toEqual(
      billed({ write5m: otherSize + size.rules, plain: size.question }),
    )
  })

  test('changed rules leave the tools to read (A1, A11)', async () => {
    const long = { ...look, description: words('tool', 1_500) }
    const longSize =
      T(JSON.stringify({ name: 'look', description: long.description, parameters: { type: 'object' } })) + around
    const tools = [{ ...long, ...mark() }]
    await ask({ ...first, tools })
    expect(await ask({ tools, system: [text(`${rules} More.`, mark())], messages: first.messages })).toEqual(
      billed({ read: longSize, write5m: envelope + T(`${rules} More.`), plain: size.question }),
    )
  })

  test('another tool choice leaves tools and rules to read, but no messages (A11)', async () => {
    const params = { tools: [look], system, messages: [user(text(question, mark()))] }
    await ask(params)
    expect(await ask({ ...params, tool_choice: { type: 'any' } })).toEqual(
      billed({ read: lookSize + size.rules, write5m: size.question }),
    )
  })

  test('thinking that is switched off is thinking that was never on', async () => {
    const params = { system, messages: [user(text(question, mark()))] }
    await ask(params)
    expect(await ask({ ...params, thinking: { type: 'disabled' } })).toEqual(
      billed({ read: size.rules + size.question }),
    )
  })

  test('citing documents, or no longer, leaves only the tools to read (A11)', async () => {
    const description = words('tool', 1_500)
    const toolSize = T(JSON.stringify({ name: 'look', description, parameters: { type: 'object' } })) + around
    const tools = [{ ...look, description, ...mark() }]
    const source = { type: 'text', media_type: 'text/plain', data: words('document', 50) } as const
    const asked = (enabled: boolean) => {
      const document = { type: 'document' as const, source, citations: { enabled } }
      return ask({ tools, system, messages: [{ role: 'user', content: [document, text(question, mark())] }] })
    }
    const whole = await asked(false)
    expect(await asked(false)).toEqual(billed({ read: whole.write5m }))
    expect(await asked(true)).toMatchObject({ read: toolSize, plain: 0 })
  })

  test('another model has another cache (A11, A15)', async () => {
    await ask(first)
    expect(await ask({ ...first, model: 'claude-opus-4-8' })).toEqual(
      billed({ write5m: size.rules, plain: size.question }),
    )
  })

  test('another key has another cache (A15)', async () => {
    await ask(first, 'key-one')
    expect(await ask(first, 'key-two')).toEqual(billed({ write5m: size.rules, plain: size.question }))
    expect(await ask(first, 'key-one')).toEqual(billed({ read: size.rules, plain: size.question }))
  })

  test('an hour outlives five minutes, and each write has its own price (A6, A8)', async () => {
    const params = { system: [text(rules, mark('1h'))], messages: [user(text(question, mark('5m')))] }
    expect(await ask(params)).toEqual(billed({ write1h: size.rules, write5m: size.question }))
    desk.at(600)
    expect(await ask(params)).toEqual(billed({ read: size.rules, write5m: size.question }))
    desk.at(600 + 3_600)
    expect(await ask(params)).toEqual(billed({ write1h: size.rules, write5m: size.question }))
  })

  test('a compaction keeps the rules and pays for what it put in place of the rest (A1, A2)', async () => {
    const old = [user(text(question)), assistant(text(answer)), user(text(next, mark()))]
    await ask({ system, messages: old })
    const summary = words('summary', 300)
    const compacted = [user(text(summary, mark()), text(next, mark()))]
    expect(await ask({ system, messages: compacted })).toEqual(
      billed({ read: size.rules, write5m: envelope + T(summary) + T(next) }),
    )
    expect(await ask({ system, messages: compacted })).toEqual(
      billed({ read: size.rules + envelope + T(summary) + T(next) }),
    )
  })

  test('automatic caching marks the last block (A10)', async () => {
    const params = { system: rules, messages: [user(text(question))], ...mark() }
    expect(await ask(params)).toEqual(billed({ write5m: size.rules + size.question }))
    const grown = { ...params, messages: [user(text(question)), assistant(text(answer)), user(text(next))] }
    expect(await ask(grown)).toEqual(billed({ read: size.rules + size.question, write5m: size.answer + nextSize }))
  })

  test('a fifth breakpoint is refused and bills nothing (A2)', async () => {
    const messages = [user(...[1, 2, 3, 4].map((i) => text(`block ${i}`, mark())))]
    const refused = ask({ system, messages })
    await expect(refused).rejects.toThrow(BadRequestError)
    const message = 'A maximum of 4 blocks with cache_control may be provided. Found 5.'
    expect(desk.calls.at(-1)).toMatchObject({ status: 400, error: { type: 'invalid_request_error', message } })
    expect(desk.calls.at(-1)?.usage).toBeUndefined()
  })

  test('an hour after five minutes is refused (A8)', async () => {
    const refused = ask({ system, messages: [user(text(question, mark('1h')))] })
    await expect(refused).rejects.toThrow("a ttl='1h' cache_control block must not come after a ttl='5m'")
  })
})

test('a ping with max_tokens 0 bills a read, says nothing and keeps the entry (A14)', async () => {
  const params = { system: [text(rules, mark())], messages: [user(text(question))] }
  const at = async (second: number, limit: number) => {
    desk.at(second)
    return askClaude(desk.claude(), 'whole', { ...params, max_tokens: limit })
  }
  await at(0, 100)
  const ping = await at(285, 0)
  expect(ping).toMatchObject({ content: [], stop_reason: 'max_tokens', usage: { output_tokens: 0 } })
  expect(billOf(ping)).toEqual(billed({ read: size.rules, plain: size.question }))
  expect(billOf(await at(570, 100))).toEqual(billed({ read: size.rules, plain: size.question }))
  await expect(askClaude(desk.claude(), 'streamed', { ...params, max_tokens: 0 })).rejects.toThrow(BadRequestError)
})

const shape = { type: 'json_schema', schema: { type: 'object' } } as const

test.each([
  ['stream: true', { stream: true }],
  ['thinking', { thinking: { type: 'enabled', budget_tokens: 1_024 } }],
  ['tool_choice', { tool_choice: { type: 'any' }, tools: [{ name: 'look', input_schema: { type: 'object' } }] }],
  ['output_config.format', { output_config: { format: shape } }],
  ['output_format', { output_format: shape }],
])('max_tokens 0 beside %s is refused, and told why (A14)', async (name, fields) => {
  const body = { model: 'claude-opus-5', max_tokens: 0, messages: [user(text(question))], ...fields }
  const headers = { 'anthropic-beta': 'structured-outputs-2025-11-13' }
  const refused = desk.claude().messages.create(body as never, { headers })
  await expect(refused).rejects.toThrow(BadRequestError)
  await expect(refused).rejects.toThrow(`0 cannot be combined with \`${name}\``)
})

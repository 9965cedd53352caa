import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSimulatorDesk, envelope, exactly, type SimulatorDesk, words } from './simulator-desk.arbitrary.ts'

let desk: SimulatorDesk
beforeEach(async () => {
  desk = await createSimulatorDesk()
})
afterEach(() => desk.close())

const rules = exactly('rules', 1_280 - envelope)
const user = (content: string) => ({ role: 'user' as const, content })

async function readBy(model: string, said: readonly string[], more: object = {}): Promise<number | undefined> {
  const { usage } = await desk.openai().chat.completions.create({ model, messages: said.map(user), ...more })
  return usage?.prompt_tokens_details?.cached_tokens
}

test.each<[string, (desk: SimulatorDesk) => Promise<unknown>]>([
  [
    'Claude',
    ({ claude }) =>
      claude().messages.create({
        model: 'claude-sonnet-5',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'Hi.' }],
      }),
  ],
  ['Claude behind a gateway', () => readBy('anthropic/claude-sonnet-5', ['Hi.'])],
  ['an older model', () => readBy('gpt-4.1', ['Hi.'])],
])('what one model remembers is not forgotten by the rules of %s (A15)', async (_, ask) => {
  await readBy('gpt-6-sol', [rules])
  desk.at(400)
  await ask(desk)
  desk.at(500)
  expect(await readBy('gpt-6-sol', [rules])).toBe(1_280)
})

test.each<[string, readonly string[]]>([
  ['another prompt', [words('other', 1_500)]],
  ['its own growth', [rules, 'Go on.']],
])('a prompt that is kept for a day is kept although %s is not', async (_, other) => {
  const day = { prompt_cache_retention: '24h' }
  await readBy('gpt-5', [rules], day)
  desk.at(1_000)
  await readBy('gpt-5', other)
  desk.at(2_000)
  await readBy('gpt-5', ['Hi.'])
  expect(await readBy('gpt-5', [rules], day)).toBe(1_280)
})

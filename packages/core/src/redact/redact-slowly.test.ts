import { expect, test } from 'vitest'
import { callId, type Message } from '../message/message.ts'
import { redactMessage } from './redact-message.ts'
import { redactSlowly } from './redact-slowly.ts'

const keyLines = Array.from({ length: 24 }, (_, i) => `MIIEowIBAAKCAQEA7q${i}Zr0vXk9TfQ2LmN8pYcW4sHjB6uEoR1dGxK3`).join(
  '\n',
)
const block = `-----BEGIN RSA PRIVATE KEY-----\n${keyLines}\n-----END RSA PRIVATE KEY-----`
const filler = (chars: number) => 'a line of a long build that says nothing at all\n'.repeat(chars / 48)

function said(text: string): Message {
  return {
    role: 'user',
    parts: [
      { type: 'text', text },
      { type: 'text', text: 'password: "hunter2-of-mine"' },
    ],
  }
}

test.each([39_000, 39_800, 40_000, 40_400])('does not part a key that begins after %i characters', async (chars) => {
  const message = said(`${filler(chars)}${block}\n${filler(120_000)}`)
  const slowly = await redactSlowly(message, async () => {})
  // A copy, for what was found is remembered by message.
  expect(slowly).toEqual(redactMessage({ ...message }))
  expect(JSON.stringify(slowly)).not.toContain('MIIEowIBAAKCAQEA7q7Zr')
})

const groups = {
  'a block': 'secrets:\n  alpha: hunter2\n  beta: winter22\n  gamma: summer33\n',
  'a section': '[secrets]\nalpha = "hunter2"\nbeta = "winter22"\ngamma = "summer33"\n\n',
  'a pair': 'env:\n  - name: DB_PASS\n    value: winter22\n',
  'an object': '{\n  "secrets": {\n    "alpha": "hunter2",\n    "beta": "winter22"\n  }\n}\n',
} as const

test.each(Object.entries(groups).flatMap(([name, group]) => [0, 15, 25, 40, 55].map((ahead) => [name, group, ahead])))(
  'does not part %s',
  async (_, group, ahead) => {
    const lead = `${filler(39_840)}${'x'.repeat(159 - Number(ahead))}\n`
    const message = said(`${lead}${group}${filler(120_000)}`)
    const slowly = await redactSlowly(message, async () => {})
    expect(slowly).toEqual(redactMessage({ ...message }))
    expect(JSON.stringify(slowly)).not.toContain('winter22')
  },
)

test('lets others run in between', async () => {
  let pauses = 0
  await redactSlowly(said(filler(400_000)), async () => {
    pauses++
  })
  expect(pauses).toBeGreaterThan(5)
})

test('leaves a short message to the quick way', async () => {
  const message = said('nothing here')
  expect(await redactSlowly(message, () => Promise.reject(new Error('must not pause')))).toEqual(
    redactMessage({ ...message }),
  )
})

test('a message is gone through once, whoever asks', async () => {
  const message = said(filler(400_000))
  const slowly = await redactSlowly(message, async () => {})
  expect(redactMessage(message)).toBe(slowly)
  expect(await redactSlowly(message, () => Promise.reject(new Error('must not pause')))).toBe(slowly)
})

function called(input: Readonly<Record<string, unknown>>): Message {
  return {
    role: 'assistant',
    parts: [{ type: 'tool-call', callId: callId('c1'), name: 'write', arguments: JSON.stringify(input) }],
  }
}

test.each([39_000, 39_800, 40_000, 40_400])('does not part a key in arguments after %i characters', async (chars) => {
  const message = called({
    path: 'a.ts',
    content: `${filler(chars)}${block}\n${filler(120_000)}`,
    password: 'hunter2-x',
  })
  const slowly = await redactSlowly(message, async () => {})
  expect(slowly).toEqual(redactMessage({ ...message }))
  expect(JSON.stringify(slowly)).not.toContain('MIIEowIBAAKCAQEA7q7Zr')
  expect(JSON.stringify(slowly)).not.toContain('hunter2-x')
})

test('arguments without a secret keep their bytes, and others run in between', async () => {
  let pauses = 0
  const message = called({
    list: Array.from({ length: 3_000 }, (_, i) => `${i} ${filler(96)}`),
    content: filler(400_000),
  })
  const slowly = await redactSlowly(message, async () => {
    pauses++
  })
  expect(slowly).toEqual(message)
  expect(pauses).toBeGreaterThan(20)
})

test('long arguments that are no JSON are gone through as they are', async () => {
  const text = `${filler(120_000)}${block}\n`
  const [call] = called({}).parts
  const message = { role: 'assistant', parts: [{ ...call, arguments: text, freeform: true }] } as Message
  const slowly = await redactSlowly(message, async () => {})
  expect(slowly).toEqual(redactMessage({ ...message }))
})

import pc from 'picocolors'
import { expect, test } from 'vitest'
import { createLongDesk } from '../long-run/long-desk.arbitrary.ts'
import { contextSlash } from '../slash/context-slash.ts'
import { modelText } from '../slash/model.ts'
import type { SlashSession } from '../slash/slash-command.ts'
import { conversationUsage } from '../usage/conversation-usage.ts'
import { usageReport } from '../usage/usage-report.ts'
import { goodbye } from './goodbye.ts'
import { readyWords } from './greeting.ts'
import { promptOf } from './prompt/status-line.ts'

const look = { colours: pc.createColors(false), columns: 100 }

const way = { provider: 'anthropic', model: 'mine', path: '' } as const

test('a window that nobody tells is said to be assumed wherever it is shown', async () => {
  const { runtime } = await createLongDesk({ way, models: [], settings: { 'model.context_length': 'null' } })
  const facts = '128,000-token window assumed'
  expect(readyWords(runtime, look.colours)).toContain(`mine (anthropic) · ${facts} · price unknown\n`)
  expect(modelText(runtime.model())).toBe(`mine (anthropic, ${facts}, price unknown)`)
  const session = { runtime: () => runtime, look: () => look } as SlashSession
  expect(promptOf(session).status).toContain('room for 64K tokens · window assumed')
  const shown = await contextSlash.run(session, '', new AbortController().signal)
  expect(shown.join('\n')).toContain('of 128,000 tokens assumed (')
})

test('a price that nobody knows is said to be so, and is not 0', async () => {
  const desk = await createLongDesk({ way })
  const { runtime, store } = desk
  expect((await desk.say('Hello.')).kind).toBe('answered')
  const session = { runtime: () => runtime, look: () => look } as SlashSession
  expect(promptOf(session).status).toContain('price unknown')
  expect(goodbye({ runtime, turns: 1, isTour: false }, look)).toMatch(/cost +price unknown/)
  const usage = await conversationUsage(store, runtime.conversation)
  expect(usage && usageReport(usage, look)).toContain('price unknown')
})

test('of a model that is known, nothing is', async () => {
  const { runtime } = await createLongDesk()
  expect(readyWords(runtime, look.colours)).not.toMatch(/assumed|unknown/)
  expect(runtime.status()).not.toHaveProperty('isWindowAssumed')
})

import assert from 'node:assert/strict'
import { createAnthropic } from '@ai-sdk/anthropic'
import { scripted } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'
import { generateText } from 'ai'

const simulator = await createSimulator({ model: scripted(['Hello.']) })
const anthropic = createAnthropic({ baseURL: `${simulator.url}/v1`, apiKey: 'any' })
const { text } = await generateText({ model: anthropic('claude-sonnet-5'), prompt: 'Hi', maxRetries: 0 })
await simulator.close()
assert.equal(text, 'Hello.')

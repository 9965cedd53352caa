import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { scripted } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'

const simulator = await createSimulator({ model: scripted(['Hello.']) })
const client = new Anthropic({ baseURL: simulator.url, apiKey: 'any', maxRetries: 0 })
const messages = [{ role: 'user', content: 'Hi' }]
const reply = await client.messages.create({ model: 'claude-sonnet-5', max_tokens: 100, messages })
await simulator.close()
assert.equal(reply.content[0].text, 'Hello.')

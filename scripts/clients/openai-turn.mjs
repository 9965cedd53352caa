import assert from 'node:assert/strict'
import { scripted } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'
import OpenAI from 'openai'

const simulator = await createSimulator({ model: scripted(['Hello.', 'Again.']) })
const client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'any', maxRetries: 0 })
const messages = [{ role: 'user', content: 'Hi' }]
const chat = await client.chat.completions.create({ model: 'gpt-5', messages })
const response = await client.responses.create({ model: 'gpt-5', input: 'Hi' })
await simulator.close()
assert.equal(chat.choices[0].message.content, 'Hello.')
assert.equal(response.output_text, 'Again.')

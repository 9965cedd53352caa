import assert from 'node:assert/strict'
import { compress, readTranscript, writeTranscript } from '@palimpsest/core'
import { createCompressor } from '@palimpsest/engines/compressor'

const steps = Array.from({ length: 60 }, (_, n) => [
  { role: 'assistant', content: [{ type: 'tool_use', id: `t${n}`, name: 'read', input: { path: `${n}.ts` } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: `const row = ${n}\n`.repeat(200) }] },
])
const messages = [{ role: 'user', content: 'Never change files under db/. Why are rows lost?' }, ...steps.flat()]
const { transcript, format } = readTranscript(JSON.stringify({ model: 'claude-sonnet-5', max_tokens: 1_000, messages }))
const result = await compress(transcript, { engine: createCompressor, window: { contextTokens: 32_000 } })
assert.equal(result.outcome, 'committed')
assert.ok(result.receipt.tokens.after < result.receipt.tokens.before / 2)
assert.match(writeTranscript(result.transcript, format).text, /Never change files under db/)

// @ts-check
// Shows what fills the window of a conversation: by role, by tool, and the largest messages.
// Run it, after one "npm run build", with: node examples/01-what-fills-the-window.mjs
import { contextMap, createCounter, isFailure, readTranscript } from '@palimpsest/core'
import { sampleRequest } from './sample.mjs'

// Yours would come from a file. Its format is recognised: Claude Code, Codex, OpenAI, Anthropic, AI SDK.
const text = JSON.stringify(sampleRequest(25))

const { transcript, format } = readTranscript(text)
const map = contextMap(transcript, createCounter())

console.log(`${map.messages} messages in the format ${format}: about ${map.tokens} tokens`)
for (const [share, tokens] of Object.entries(map.shares)) {
  console.log(`  ${share.padEnd(12)} ${Math.round((100 * tokens) / map.tokens)} %`)
}
for (const { name, calls, resultTokens } of map.tools) {
  console.log(`The tool ${name} was called ${calls} times; its results take ${resultTokens} tokens.`)
}
for (const { index, tokens, hint } of map.largest.slice(0, 3)) {
  console.log(`Message ${index} takes ${tokens} tokens: ${hint}`)
}

// Text that cannot be read is refused with a remedy; any other error is passed on.
try {
  readTranscript(text.slice(0, 1_000))
} catch (error) {
  if (!isFailure(error, 'transcript/unreadable')) throw error
  console.log(`Half a file is refused: ${error.message}. ${error.detail.remedy}`)
}

// @ts-check
// Makes a transcript small enough for a window, in one call, and writes it back in the format it came in.
// Run it, after one "npm run build", with: node examples/02-compress.mjs
import { compress, readTranscript, writeTranscript } from '@palimpsest/core'
import { createCompressor } from '@palimpsest/engines/compressor'
import { sampleRequest } from './sample.mjs'

const { transcript, format } = readTranscript(JSON.stringify(sampleRequest(60)))

// Without `summaryModels` nobody is asked: code writes the summary from the facts that it read.
const result = await compress(transcript, { engine: createCompressor, window: { contextTokens: 32_000 } })

const { tokens, messages, saved, summary } = result.receipt
console.log(`${result.outcome}: ${tokens.before} tokens became ${tokens.after}; the threshold is ${tokens.threshold}`)
console.log(`${messages.before} messages became ${messages.after}, ${messages.summarised} of them in a summary`)
console.log(`Tokens saved: ${JSON.stringify(saved)}`)
console.log(`The summary is ${summary.by} and has ${summary.tokens} tokens.`)

// The result is a transcript like any other, so what could be done with the first can be done with it.
const { text, losses } = writeTranscript(result.transcript, format)
console.log(`Written as ${format}: ${text.length} characters, ${losses.length} losses`)
console.log(`The rule of the user is still there: ${text.includes('Never change files under db/')}`)

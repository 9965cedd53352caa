// @ts-check
// Tells what calls cost, by the usage that a provider reported, and takes the secrets out of a text.
// Run it, after one "npm run build", with: node examples/03-cost-and-secrets.mjs
import { costUsd, createCatalogue, redact } from '@palimpsest/core'
import { readUsage } from '@palimpsest/core/tokens'

// Prices of your own win over those of the catalogue; a model that it does not know needs its window, too.
const catalogue = createCatalogue([{ id: 'my-model', contextTokens: 32_000, prices: { input: 0.1, output: 0.2 } }])

// `readUsage` reads the `usage` of a reply of any API, so that no token is counted twice.
const fromAnthropic = { input_tokens: 12, cache_read_input_tokens: 40_000, cache_creation_input_tokens: 900 }
const fromOpenAi = { prompt_tokens: 41_000, completion_tokens: 300, prompt_tokens_details: { cached_tokens: 40_000 } }
const calls = [
  { model: 'claude-sonnet-5', usage: readUsage('anthropic', { ...fromAnthropic, output_tokens: 300 }) },
  { model: 'gpt-5.2', usage: readUsage('openai-chat', fromOpenAi) },
  { model: 'my-model', usage: { input: 9_000, output: 1_000 } },
  { model: 'claude-sonnet-5', usage: { input: 9_000 } },
  { model: 'claude-sonnet-5-mini', usage: { input: 9_000, output: 1_000 } },
]
for (const { model, usage } of calls) {
  const info = catalogue.find(model)
  // What is not known is said: it is neither taken for 0 nor guessed from a model of a similar name.
  const cost = info === undefined ? { kind: 'unknown', reason: 'no such model' } : costUsd(usage, info)
  console.log(`${model}: ${'usd' in cost ? `$${cost.usd.toFixed(4)}` : `unknown, ${cost.reason}`}`)
}

const { text, found } = redact('DB_PASSWORD=correct-horse npm test # with ghp_0123456789abcdefghijABCDEFGHIJ012345')
console.log(text)
console.log(found)

import { amazon } from './amazon.ts'
import { anthropicModels } from './anthropic-models.ts'
import { deepseek } from './deepseek.ts'
import { google } from './google.ts'
import { meta } from './meta.ts'
import { minimax } from './minimax.ts'
import { mistral } from './mistral.ts'
import type { ModelInfo } from './model-info.ts'
import { moonshot } from './moonshot.ts'
import { openai } from './openai.ts'
import { qwen } from './qwen.ts'
import { xai } from './xai.ts'
import { zai } from './zai.ts'

/** The source of the numbers and the date they were last compared, so that a reader can judge their age. */
export const catalogueSource = {
  checked: '2026-11-15',
  note:
    'List prices in USD per million tokens for standard requests sent to the vendor: no batch, priority or regional ' +
    'rates. DeepSeek is at off-peak prices, which double at peak hours. GPT-5.6 Sol is at its list price, not at the ' +
    'offer that runs to 2026-11-21. Offers that are included say when they end. A fact on which sources disagree is left out.',
  sources: [
    'platform.claude.com/docs/en/about-claude/pricing',
    'platform.claude.com/docs/en/about-claude/models/overview',
    'platform.claude.com/docs/en/build-with-claude/prompt-caching',
    'developers.openai.com/api/docs/pricing',
    'developers.openai.com/api/docs/models',
    'developers.openai.com/api/docs/guides/prompt-caching',
    'ai.google.dev/gemini-api/docs/pricing',
    'ai.google.dev/gemini-api/docs/caching',
    'api-docs.deepseek.com/quick_start/pricing',
    'docs.x.ai/developers/pricing',
    'platform.kimi.ai/docs/pricing/chat-k3',
    'docs.z.ai/guides/overview/pricing',
    'docs.mistral.ai/inference/pricing',
    'dev.meta.ai/docs/pricing-rate-limits',
    'github.com/anomalyco/models.dev',
    'github.com/simonw/llm-prices',
    'github.com/BerriAI/litellm',
  ],
} as const

/** Every model known without configuration. */
export const catalogue: readonly ModelInfo[] = [
  ...anthropicModels,
  ...openai,
  ...google,
  ...xai,
  ...deepseek,
  ...qwen,
  ...mistral,
  ...moonshot,
  ...zai,
  ...meta,
  ...minimax,
  ...amazon,
]

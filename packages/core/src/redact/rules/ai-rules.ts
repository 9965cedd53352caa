import { looksRandom } from '../looks-random.ts'
import { isPlaceholder } from '../placeholder.ts'
import { end, lone, pattern, prefixed, type Rule, start } from '../rule.ts'

const isKey = (secret: string): boolean => !isPlaceholder(secret) && looksRandom(secret)
const digits = /\d/
const hasDigit = (secret: string): boolean => digits.test(secret.slice(4)) && !isPlaceholder(secret)

/** Keys of model providers and the services around them. */
export const aiRules: readonly Rule[] = [
  prefixed('anthropic-key', ['sk-ant-'], '[A-Za-z0-9_-]{20,}', { accept: hasDigit }),
  prefixed('openrouter-key', ['sk-or-'], '[A-Za-z0-9_-]{20,}', { accept: hasDigit }),
  prefixed('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[A-Za-z0-9_-]{20,}', {
    accept: hasDigit,
  }),
  prefixed('langfuse-key', ['sk-lf-'], '[0-9a-f-]{36}'),
  pattern('openai-key', ['sk-'], `${lone}sk-[A-Za-z0-9_-]{20,}`, { accept: isKey }),
  prefixed('huggingface-token', ['hf_'], `[A-Za-z0-9]{30,}`, { accept: isMixed }),
  prefixed('huggingface-token', ['api_org_'], '[A-Za-z0-9]{30,}'),
  prefixed('replicate-token', ['r8_'], '[A-Za-z0-9_-]{35,}', { accept: isKey }),
  prefixed('groq-key', ['gsk_'], '[A-Za-z0-9]{40,}'),
  prefixed('xai-key', ['xai-'], '[A-Za-z0-9_]{60,}'),
  prefixed('perplexity-key', ['pplx-'], '[A-Za-z0-9]{40,}'),
  prefixed('fireworks-key', ['fw_'], `[A-Za-z0-9]{20,}`, { accept: isKey }),
  prefixed('together-key', ['tgp_v1_'], '[A-Za-z0-9_-]{30,}'),
  prefixed('tavily-key', ['tvly-'], '[A-Za-z0-9-]{25,}', { accept: isKey }),
  prefixed('firecrawl-key', ['fc-'], `[a-f0-9]{32}${end}`),
  prefixed('jina-key', ['jina_'], '[A-Za-z0-9_-]{50,}'),
  prefixed('langsmith-key', ['lsv2_pt_', 'lsv2_sk_'], '[a-f0-9]{32}_[a-f0-9]{10}'),
  prefixed('e2b-key', ['e2b_'], `[a-f0-9]{40}${end}`),
  prefixed('nvidia-key', ['nvapi-'], '[A-Za-z0-9_-]{40,}'),
  prefixed('cerebras-key', ['csk-'], '[a-z0-9]{40,}'),
  prefixed('pinecone-key', ['pcsk_'], '[A-Za-z0-9_]{30,}'),
  pattern('elevenlabs-key', ['sk_'], `${start}sk_[a-f0-9]{40,64}${end}`),
  prefixed('wandb-key', ['wandb_v1_'], '[A-Za-z0-9_-]{30,}'),
  prefixed('sourcegraph-token', ['sgp_', 'slk_'], '[a-f0-9_]{40,}'),
]

function isMixed(secret: string): boolean {
  return /[a-z]/.test(secret.slice(3)) && /[A-Z]/.test(secret) && !isPlaceholder(secret)
}

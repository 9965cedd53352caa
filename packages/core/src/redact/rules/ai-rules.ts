import { end, lone, pattern, prefixed, type Rule, standalone, start } from '../scan/rule.ts'
import { isRareBody, isTokenBody } from '../values/is-token-body.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Keys of model providers and the services around them. */
export const aiRules: readonly Rule[] = [
  prefixed('anthropic-key', ['sk-ant-'], '[A-Za-z0-9_-]{16,}', { accept: isRareBody }),
  prefixed('openrouter-key', ['sk-or-'], '[A-Za-z0-9_-]{16,}', { accept: isRareBody }),
  prefixed('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[A-Za-z0-9_-]{16,}', {
    accept: isRareBody,
  }),
  prefixed('langfuse-key', ['sk-lf-', 'pk-lf-'], uuid),
  pattern('openai-key', ['sk-'], `${lone}sk-[A-Za-z0-9_-]{1,40}(?:\\.?[A-Za-z0-9_-]){15,}`, { accept: isTokenBody }),
  standalone('huggingface-token', ['hf_'], isTokenBody),
  prefixed('huggingface-token', ['api_org_'], '[A-Za-z0-9]{20,}'),
  standalone('replicate-token', ['r8_'], isTokenBody),
  prefixed('groq-key', ['gsk_'], '[A-Za-z0-9]{20,}', { accept: isRareBody }),
  prefixed('xai-key', ['xai-'], '[A-Za-z0-9_]{30,}', { accept: isTokenBody }),
  prefixed('perplexity-key', ['pplx-'], '[A-Za-z0-9]{16,}', { accept: isRareBody }),
  standalone('fireworks-key', ['fw_', 'fw-', 'fpk_'], isTokenBody),
  prefixed('together-key', ['tgp_v1_'], '[A-Za-z0-9_-]{30,}'),
  prefixed('tavily-key', ['tvly-'], '[A-Za-z0-9-]{16,}', { accept: isRareBody }),
  standalone('firecrawl-key', ['fc-'], isTokenBody),
  standalone('fal-key', ['fal_'], isTokenBody),
  standalone('exa-key', ['exa_'], isTokenBody),
  standalone('mem0-key', ['m0-', 'mem0_'], isTokenBody),
  standalone('memory-key', ['brv_', 'hsk-', 'retaindb_'], isTokenBody),
  standalone('agentmail-key', ['am_', 'am_org_'], isTokenBody),
  standalone('litellm-key', ['lms-', 'olp_'], isTokenBody),
  prefixed('browserbase-key', ['bb_live_', 'bb_test_'], '[A-Za-z0-9_-]{16,}', { accept: isRareBody }),
  prefixed('context7-key', ['ctx7sk-'], '[A-Za-z0-9-]{16,}', { accept: isRareBody }),
  prefixed('apify-token', ['apify_api_'], '[A-Za-z0-9]{30,}'),
  prefixed('jina-key', ['jina_'], '[A-Za-z0-9_-]{50,}'),
  prefixed('langsmith-key', ['lsv2_pt_', 'lsv2_sk_'], '[a-f0-9]{32}_[a-f0-9]{10}'),
  prefixed('e2b-key', ['e2b_'], `[a-f0-9]{40}${end}`),
  prefixed('nvidia-key', ['nvapi-'], '[A-Za-z0-9_-]{30,}'),
  prefixed('cerebras-key', ['csk-'], '[a-z0-9]{32,}'),
  prefixed('pinecone-key', ['pcsk_'], '[A-Za-z0-9_]{30,}'),
  standalone('elevenlabs-key', ['sk_'], isTokenBody),
  prefixed('wandb-key', ['wandb_v1_'], '[A-Za-z0-9_-]{30,}'),
  pattern('sourcegraph-token', ['sgp_', 'slk_'], `${start}(?:sgp|slk)_(?:local_)?[a-fA-F0-9_]{40,}`),
]

import type { JsonObject } from '@palimpsest/core/json'
import type { Catalogue, ModelInfo } from '@palimpsest/core/models'
import { anthropicApi } from './anthropic/anthropic-api.ts'

/** Models have no dates in the catalogue; a fixed one keeps lists the same in every run. */
const created = { iso: '2026-01-01T00:00:00Z', seconds: 1_767_225_600 }

/** The models that Anthropic's API lists, all on one page. */
export function anthropicModelsList({ models }: Catalogue): JsonObject {
  const data = models.filter((model) => anthropicApi.serves(model, model.id)).map(anthropicModel)
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
}

/** One model as Anthropic's API describes it. */
export function anthropicModel({ id, contextTokens, maxOutputTokens, deprecated }: ModelInfo) {
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: created.iso,
    max_input_tokens: contextTokens,
    max_tokens: maxOutputTokens ?? null,
    lifecycle: deprecated ? 'deprecated' : 'active',
  }
}

/** The models that OpenAI's API lists; a gateway lists everyone's. */
export function openAiModels({ models }: Catalogue): JsonObject {
  return { object: 'list', data: models.map(openAiModel) }
}

/** One model as OpenAI's API describes it. */
export function openAiModel({ id, provider }: ModelInfo): JsonObject {
  return { id, object: 'model', created: created.seconds, owned_by: provider }
}

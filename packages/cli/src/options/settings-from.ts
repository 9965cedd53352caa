import type { ModelOptions } from './run-options.ts'

/** The settings that the options stand for, by their keys. */
export function settingsFrom(options: ModelOptions): Readonly<Record<string, string>> {
  const { model, provider, baseUrl, contextLength } = options
  return {
    ...(model !== undefined && { 'model.name': model }),
    ...(provider !== undefined && { 'model.provider': provider }),
    ...(baseUrl !== undefined && { 'model.base_url': baseUrl }),
    ...(contextLength !== undefined && { 'model.context_length': String(contextLength) }),
  }
}

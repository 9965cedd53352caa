import { createCatalogue, type ModelInfo } from '@palimpsest/core/models'
import type { RuntimeModel } from '../runtime/runtime.ts'
import { oneLine } from '../terminal/width.ts'
import { modelFacts } from './model-facts.ts'
import type { SlashCommand, SlashSession } from './slash-command.ts'

export const model: SlashCommand = {
  name: 'model',
  argument: '[name]',
  help: 'Show the model, or speak with another one.',
  run: async (session, argument) => {
    if (argument === '') return current(session)
    const now = await session.runtime().switchModel(argument)
    const lines = [`Now speaking with ${modelText(now)}.`, now.cachingLine, oneLine(now.hint ?? '')]
    return lines.filter((line) => line !== '')
  },
  choices: async (session) =>
    offered(session).map(({ id, contextTokens }) => ({
      value: id,
      note: `${contextTokens.toLocaleString('en-US')} tokens`,
    })),
}

/** A model with its way and its window, e.g. `gpt-4.1 (openai, 1,047,576-token window)`. */
export function modelText({ name, provider, ...model }: RuntimeModel): string {
  return `${oneLine(name)} (${[provider, ...modelFacts(model)].join(', ')})`
}

function current(session: SlashSession): readonly string[] {
  const { colours, columns } = session.look()
  const names = offered(session).map(({ id }) => id)
  return [
    `Speaking with ${modelText(session.runtime().model())}.`,
    ...(names.length === 0 ? [] : [colours.dim(rows(`Others: ${names.join(', ')}`, Math.min(columns, 100)))]),
  ]
}

/** Models that the same way leads to; where any may, all that are known. */
function offered(session: SlashSession): readonly ModelInfo[] {
  const provider = session
    .runtime()
    .model()
    .provider.replace(/-responses$/, '')
  const known = createCatalogue().models.filter(({ deprecated }) => deprecated !== true)
  const same = known.filter((each) => each.provider === provider)
  return same.length > 0 ? same : known
}

function rows(text: string, columns: number): string {
  return text.replaceAll(new RegExp(`(.{1,${Math.max(20, columns)}})(?: |$)`, 'g'), '$1\n').trimEnd()
}

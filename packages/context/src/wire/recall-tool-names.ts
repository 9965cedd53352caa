import { isObject } from '@palimpsest/core/json'

/** The tools by which a model looks up what is no longer shown. */
export const recallNames = ['recall', 'read_original'] as const

/** Which of our tools a request offers to the model. */
export function recallToolNames(tools: readonly unknown[]): readonly string[] {
  const offered = tools.flatMap((tool) => {
    if (!isObject(tool)) return []
    const name = tool.name ?? (isObject(tool.function) ? tool.function.name : undefined)
    return typeof name === 'string' ? [name] : []
  })
  return recallNames.every((name) => offered.includes(name)) ? recallNames : []
}

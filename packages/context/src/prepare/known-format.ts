import { shown } from '../options/check-context-options.ts'
import type { ContextEvent } from '../options/context-options.ts'
import type { WireFormat } from '../wire/wire-body.ts'

const formats: readonly WireFormat[] = ['anthropic', 'openai-chat', 'openai-responses', 'ai-sdk']

/** The format that a caller names; `undefined` for one that is not known, which is told. */
export function knownFormat(format: unknown, emit: (event: ContextEvent) => void): WireFormat | undefined {
  const found = formats.find((known) => known === format)
  if (found !== undefined || format === undefined) return found
  const message = `The format ${shown(format)} is not known. Known are ${formats.join(', ')}.`
  emit({ kind: 'problem', at: 'options', message })
  return undefined
}

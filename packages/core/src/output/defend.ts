import type { ToolMessage } from '../message/message.ts'
import type { OutputLimits } from './output-limits.ts'

/** A result, and the tool that gave it. */
export interface ToolOutput {
  readonly tool: string
  readonly message: ToolMessage
}

/** Shown as it is, or kept elsewhere: then `text` is what has to be kept. */
export type Defence = { readonly kind: 'show' } | { readonly kind: 'persist'; readonly text: string }

/**
 * Decides which results of one assistant turn are too large to be shown: each that is over its tool's limit, then the
 * largest until all fit together. Tools without a limit of their own come last.
 */
export function defend(results: readonly ToolOutput[], limits: OutputLimits): readonly Defence[] {
  const outputs = results.map(({ tool, message }, at): Output => {
    const text = textOf(message)
    const limit = limitOf(tool, limits)
    return { at, text, isLimited: limit !== undefined, isOver: limit !== undefined && text.length > limit }
  })
  const spilled = new Set(outputs.filter(({ isOver }) => isOver).map(({ at }) => at))
  let shown = outputs.reduce((sum, { at, text }) => sum + (spilled.has(at) ? 0 : text.length), 0)
  for (const { at, text } of outputs.toSorted(byWorth)) {
    if (shown <= limits.turnChars) break
    // A text that is hardly longer than a block frees nothing.
    if (spilled.has(at) || text.length <= 2 * limits.previewChars) continue
    spilled.add(at)
    shown -= text.length
  }
  return outputs.map(({ at, text }) => (spilled.has(at) ? { kind: 'persist', text } : { kind: 'show' }))
}

interface Output {
  readonly at: number
  readonly text: string
  readonly isLimited: boolean
  readonly isOver: boolean
}

function byWorth(a: Output, b: Output): number {
  return Number(b.isLimited) - Number(a.isLimited) || b.text.length - a.text.length || a.at - b.at
}

function limitOf(tool: string, { tools, resultChars }: OutputLimits): number | undefined {
  const own = Object.hasOwn(tools, tool) ? tools[tool] : resultChars
  return own ?? undefined
}

function textOf({ parts }: ToolMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

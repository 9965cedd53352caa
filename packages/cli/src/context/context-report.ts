import type { ContextMap, LargeItem, Share, ToolShare } from '@palimpsest/core/tokens'
import type { Colours } from '../terminal/colours.ts'
import { clip, fitColumns } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'

export interface ReportOptions {
  readonly title: string
  /** The window to measure against, where it is known. */
  readonly contextTokens?: number
  readonly columns: number
  readonly colours: Colours
}

/** Each share has a colour, and a pattern that distinguishes it without one. */
const shares: readonly {
  readonly share: Share
  readonly name: string
  readonly colour: 'magenta' | 'blue' | 'green' | 'cyan' | 'yellow'
  readonly block: string
}[] = [
  { share: 'system', name: 'system', colour: 'magenta', block: '#' },
  { share: 'tools', name: 'tools', colour: 'blue', block: '%' },
  { share: 'user', name: 'user', colour: 'green', block: '+' },
  { share: 'assistant', name: 'assistant', colour: 'cyan', block: '=' },
  { share: 'toolResults', name: 'tool results', colour: 'yellow', block: '-' },
]

/** The context map for people: a bar, what it is made of, and where the tokens went. */
export function contextReport(map: ContextMap, options: ReportOptions): string {
  const { colours } = options
  return [
    colours.bold(clip(options.title, options.columns)),
    wrapLines(headline(map, options), options.columns),
    '',
    bar(map, options),
    '',
    ...shareLines(map, options),
    ...section('By tool', toolLines(map.tools, options.columns), options),
    ...section('Largest items', largeLines(map.largest, options.columns), options),
    '',
  ].join('\n')
}

function headline(map: ContextMap, { contextTokens, colours }: ReportOptions): string {
  const total = `${number(map.messages)} messages, ~${number(map.tokens)} tokens`
  if (contextTokens === undefined) return total
  const share = map.tokens / contextTokens
  const text = `${percent(share)} of a ${number(contextTokens)}-token window`
  return `${total}, ${share > 0.85 ? colours.red(text) : share > 0.5 ? colours.yellow(text) : text}`
}

function bar(map: ContextMap, { columns, colours }: ReportOptions): string {
  const cells = Math.max(20, Math.min(columns, 100) - 2)
  return shares
    .map(({ share, colour, block }, i) => {
      const before = shares.slice(0, i).reduce((total, other) => total + map.shares[other.share], 0)
      const start = Math.round((before / Math.max(1, map.tokens)) * cells)
      const end = Math.round(((before + map.shares[share]) / Math.max(1, map.tokens)) * cells)
      return colours[colour]((colours.isColorSupported ? '█' : block).repeat(end - start))
    })
    .join('')
}

function shareLines(map: ContextMap, { colours }: ReportOptions): readonly string[] {
  return shares.map(({ share, name, colour, block }) => {
    const tokens = map.shares[share]
    const key = colours[colour](colours.isColorSupported ? '█' : block)
    return `  ${key} ${fitColumns(name, 14)}${right(number(tokens), 10)}  ${right(percent(tokens / Math.max(1, map.tokens)), 6)}`
  })
}

function section(title: string, lines: readonly string[], { colours }: ReportOptions): readonly string[] {
  return lines.length === 0 ? [] : ['', colours.bold(title), ...lines]
}

function toolLines(tools: readonly ToolShare[], columns: number): readonly string[] {
  const nameColumns = Math.max(12, Math.min(24, columns - 39))
  const shown = tools.slice(0, 12)
  const hidden = tools.length - shown.length
  return [
    `  ${fitColumns('tool', nameColumns)}${right('calls', 8)}${right('call tokens', 14)}${right('result tokens', 15)}`,
    ...shown.map(
      ({ name, calls, callTokens, resultTokens }) =>
        `  ${fitColumns(name, nameColumns)}${right(number(calls), 8)}${right(number(callTokens), 14)}${right(number(resultTokens), 15)}`,
    ),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ].slice(0, tools.length === 0 ? 0 : undefined)
}

function largeLines(items: readonly LargeItem[], columns: number): readonly string[] {
  const whoColumns = columns < 80 ? 14 : 20
  const hintColumns = Math.max(16, Math.min(columns, 120) - whoColumns - 24)
  return items.map(({ index, role, tool, tokens, hint }) => {
    const who = tool === undefined ? role : `${role} ${tool}`
    return `  ${right(`#${index}`, 6)}  ${fitColumns(who, whoColumns)}${right(number(tokens), 9)}  ${fitColumns(hint, hintColumns).trimEnd()}`
  })
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function right(text: string, columns: number): string {
  return text.padStart(columns)
}

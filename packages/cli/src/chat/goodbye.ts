import type { Runtime, RuntimeStatus } from '../runtime/runtime.ts'
import type { TextLook } from '../slash/slash-command.ts'
import { dollars, percent } from '../terminal/amounts.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'

export interface Parted {
  readonly runtime: Pick<Runtime, 'status' | 'conversation'>
  readonly turns: number
  /** True when a script answered, and nothing is kept. */
  readonly isTour: boolean
}

/** Returns the closing text: what the conversation took, and how to come back to it. */
export function goodbye({ runtime, turns, isTour }: Parted, { colours, columns }: TextLook): string {
  const { usage, cacheHitRate, compactions, costUsd, keepAlives } = runtime.status()
  const row = (name: string, value: string) =>
    `  ${colours.dim(name.padEnd(12))}${wrapLines(value, columns - 14).replaceAll('\n', `\n${' '.repeat(14)}`)}`
  const { input, cacheRead, cacheWrite, output } = usage
  const buckets = [
    ['fresh input', input],
    ['cache read', cacheRead],
    ['cache write', cacheWrite],
    ['output', output],
  ] as const
  const told = buckets.flatMap(([name, tokens]) =>
    tokens === undefined ? [] : [`${tokens.toLocaleString('en-US')} ${name}`],
  )
  return [
    colours.bold(`${countNoun(turns, 'turn')}`),
    ...(told.length === 0 ? [] : [row('tokens', told.join(', '))]),
    row('cost', costUsd === undefined ? 'price unknown' : dollars(costUsd)),
    ...(cacheHitRate === undefined ? [] : [row('cache hits', percent(cacheHitRate))]),
    ...(keepAlives === undefined ? [] : [row('kept warm', warmText(keepAlives))]),
    ...(compactions === 0 ? [] : [row('compressed', countNoun(compactions, 'time'))]),
    isTour
      ? row('real models', colours.cyan('palimpsest chat --model NAME'))
      : row('go on with', colours.cyan(`palimpsest chat --resume ${runtime.conversation}`)),
  ].join('\n')
}

function warmText({ sent, failed }: NonNullable<RuntimeStatus['keepAlives']>): string {
  return failed === 0 ? countNoun(sent, 'time') : `${countNoun(sent, 'time')}, ${failed} in vain`
}

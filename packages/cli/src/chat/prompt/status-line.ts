import { pressureNotice } from '@palimpsest/core/compaction'
import type { RuntimeStatus } from '../../runtime/runtime.ts'
import type { SlashSession, TextLook } from '../../slash/slash-command.ts'
import { dollars, percent } from '../../terminal/amounts.ts'
import { oneLine } from '../../terminal/width.ts'
import { visibleWidth } from '../screen/screen.ts'
import { meter, shortTokens } from './meter.ts'
import type { Prompt } from './prompt.ts'

/** Returns the text shown around the prompt of a conversation. */
export function promptOf({ runtime, look }: Pick<SlashSession, 'runtime' | 'look'>): Prompt {
  const status = runtime().status()
  return { status: statusLine(status, runtime().model().name, look()), warning: pressureLine(status) }
}

/** Returns the line above the prompt: window fill, cache savings and cost. The most important comes first. */
export function statusLine(status: RuntimeStatus, model: string, { colours, columns }: TextLook): string {
  const { promptTokens, thresholdTokens, cacheHitRate, compactions, isWindowAssumed } = status
  const pieces = [
    promptTokens === undefined
      ? `room for ${shortTokens(thresholdTokens)} tokens`
      : meter(promptTokens, thresholdTokens, colours),
    ...(isWindowAssumed ? ['window assumed'] : []),
    ...(cacheHitRate === undefined ? [] : [`cache ${percent(cacheHitRate)}`]),
    costText(status),
    ...(compactions === 0 ? [] : [`compressed ${compactions}×`]),
    oneLine(model),
  ]
  const joined = (count: number) => pieces.slice(0, count).join(colours.dim(' · '))
  const fitting = pieces.findLastIndex((_, i) => visibleWidth(joined(i + 1)) < columns)
  return joined(Math.max(1, fitting + 1))
}

/** Nothing was paid as long as nothing was asked; after that an unknown price is said to be so. */
function costText({ costUsd, usage }: Pick<RuntimeStatus, 'costUsd' | 'usage'>): string {
  if (costUsd !== undefined) return dollars(costUsd)
  return Object.keys(usage).length === 0 ? dollars(0) : 'price unknown'
}

/** For the user alone, and only as long as it holds. */
export function pressureLine({ promptTokens, thresholdTokens }: RuntimeStatus): string | undefined {
  return promptTokens === undefined ? undefined : pressureNotice(promptTokens, { thresholdTokens })
}

import type { Replayed } from '../compose.ts'
import { dollars } from '../terminal/amounts.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { said } from '../terminal/said.ts'

/** By whom a session is billed: its model, or each of them where several wrote in it. */
export function modelWords(model: string, models: Replayed['totals']['models']): string {
  if (models.length < 2) return said(models[0]?.model ?? model, 80)
  return models
    .map((each) => `${said(each.model, 80)} (${countNoun(each.calls, 'call')}, ${dollars(each.costUsd)})`)
    .join(', ')
}

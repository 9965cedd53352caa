import { dollars, percent, short, whole } from './amounts.ts'
import { html, type Markup } from './markup.ts'
import type { ReportedReplay, Usd } from './reported-replay.ts'

interface Figure {
  readonly name: string
  readonly value: string
  readonly detail: string
}

/** What a session comes down to, in large type. */
export function keyFigures(replay: ReportedReplay): Markup {
  const { totals, compactions, contextLength } = replay
  const removed = compactions.reduce((sum, { tokens }) => sum + tokens.before - tokens.after, 0)
  const used = contextLength > 0 ? `, ${percent(totals.maxPromptTokens / contextLength)}` : ''
  return figures([
    savedFigure(totals.costUsd, totals.costUnmanagedUsd),
    {
      name: 'Largest context',
      value: short(totals.maxPromptTokens),
      detail: `of a ${short(contextLength)} window${used}`,
    },
    hitFigure(totals.cacheRead, totals.promptTokens),
    {
      name: 'Compactions',
      value: whole(compactions.length),
      detail: compactions.length === 0 ? 'it fitted as it was' : `${short(removed)} tokens taken out`,
    },
  ])
}

/** A row of figures. */
export function figures(list: readonly Figure[]): Markup {
  return html`<dl class="figures">${list.map(
    ({ name, value, detail }) => html`<div><dt>${name}</dt><dd>${value}</dd><dd class="detail">${detail}</dd></div>`,
  )}</dl>`
}

/** What was saved against an unmanaged conversation; unknown where a price is. */
export function savedFigure(costUsd: Usd, unmanagedUsd: Usd): Figure {
  if (costUsd === null || unmanagedUsd === null) {
    return { name: 'Cost saved', value: 'unknown', detail: 'the model has no known price' }
  }
  const detail = `${dollars(costUsd)} instead of ${dollars(unmanagedUsd)}`
  if (unmanagedUsd === 0) return { name: 'Cost saved', value: '–', detail }
  const saved = 1 - costUsd / unmanagedUsd
  return { name: saved < 0 ? 'Extra cost' : 'Cost saved', value: percent(Math.abs(saved)), detail }
}

/** How much of all prompts the cache served. */
export function hitFigure(cacheRead: number, promptTokens: number): Figure {
  return {
    name: 'Cache hit rate',
    value: promptTokens === 0 ? '–' : percent(cacheRead / promptTokens),
    detail: `of ${short(promptTokens)} prompt tokens`,
  }
}

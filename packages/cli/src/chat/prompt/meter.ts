import type { Colours } from '../../terminal/colours.ts'

/** Tokens in a few characters: `640`, `42K`, `1.2M`. */
export function shortTokens(tokens: number): string {
  if (tokens < 1_000) return String(Math.round(tokens))
  if (tokens < 9_950) return `${(tokens / 1_000).toFixed(1).replace(/\.0$/, '')}K`
  return tokens < 999_500 ? `${Math.round(tokens / 1_000)}K` : `${(tokens / 1_000_000).toFixed(1)}M`
}

const cells = 10

/** Shows how full the window is relative to the compaction threshold. Beyond it the bar is simply full. */
export function meter(tokens: number, threshold: number, colours: Colours): string {
  const share = threshold > 0 ? Math.max(0, tokens / threshold) : 1
  const full = Math.max(tokens > 0 ? 1 : 0, Math.min(cells, Math.floor(share * cells)))
  const bar = `▕${'█'.repeat(full)}${'░'.repeat(cells - full)}▏`
  const paint = share >= 0.85 ? colours.red : share >= 0.6 ? colours.yellow : colours.green
  return `${paint(bar)} ${shortTokens(tokens)} of ${shortTokens(threshold)}`
}

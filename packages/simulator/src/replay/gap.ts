/** The time a person takes before they speak again. */
export type Gap =
  | { readonly kind: 'drawn'; readonly name: DrawnGap; readonly seed: number }
  | { readonly kind: 'fixed'; readonly seconds: number }
  /** As long as it really took, where the transcript says. */
  | { readonly kind: 'recorded' }

/** Pauses in seconds, log-normal: `human` was measured on 251 human turns, a gateway's chats rest longer. */
export const drawnGaps = {
  fast: { median: 15, sigma: 0.3 },
  human: { median: 135, sigma: 1.42 },
  gateway: { median: 300, sigma: 1.6 },
} as const

export type DrawnGap = keyof typeof drawnGaps

export const defaultGap: Gap = { kind: 'drawn', name: 'human', seed: 1 }

/** Reads `human`, `gateway:7`, `30` or `recorded`; nothing where it is none of these. */
export function readGap(text: string): Gap | undefined {
  if (text === 'recorded') return { kind: 'recorded' }
  const [, name = '', seed] = /^([a-z]+)(?::(\d{1,9}))?$/.exec(text) ?? []
  if (isDrawn(name)) return { kind: 'drawn', name, seed: seed === undefined ? 1 : Number(seed) }
  return /^\d{1,9}(\.\d+)?$/.test(text) ? { kind: 'fixed', seconds: Number(text) } : undefined
}

export function gapName(gap: Gap): string {
  switch (gap.kind) {
    case 'drawn':
      return `${gap.name}:${gap.seed}`
    case 'fixed':
      return String(gap.seconds)
    case 'recorded':
      return 'recorded'
  }
}

function isDrawn(name: string): name is DrawnGap {
  return Object.hasOwn(drawnGaps, name)
}

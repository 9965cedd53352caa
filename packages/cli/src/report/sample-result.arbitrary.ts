import type { Receipt } from '@palimpsest/core/engine'
import type {
  ReportedCall,
  ReportedCompaction,
  ReportedReplay,
  ReportedUsd,
  RunningStrategy,
} from './reported/reported-replay.ts'

export interface SampleOptions {
  readonly file?: string
  readonly calls?: number
  readonly seed?: number
  readonly contextLength?: number
  readonly thresholdTokens?: number
  /** Without it, every sum is unknown. */
  readonly isPriced?: boolean
  readonly flags?: readonly string[]
}

/** Dollars for a million tokens: plain, written, read. */
const price = { plain: 2, written: 2.5, read: 0.2 } as const

/** A session that grows until room must be made, with a cache that sometimes runs cold; the same for the same seed. */
export function sampleResult(options: SampleOptions = {}): ReportedReplay {
  const { file = 'sessions/monday.jsonl', calls: length = 320, isPriced = true } = options
  const { contextLength = 200_000, thresholdTokens = 100_000 } = options
  const { calls, compactions } = sampleCalls({ ...options, length, thresholdTokens, contextLength })
  const sum = (value: (call: ReportedCall) => number) => calls.reduce((total, call) => total + value(call), 0)
  const spent = (name: RunningStrategy) => calls.at(-1)?.spentUsd[name] ?? 0
  const promptTokens = sum((call) => call.promptTokens)
  const cacheRead = sum((call) => call.cacheRead)
  const total = (costUsd: ReportedUsd, hitRate: number) => ({ costUsd: isPriced ? costUsd : null, hitRate })
  const marks = { hourPremiumUsd: isPriced ? 0 : null, bridgedPauses: 0, keepAliveUsd: isPriced ? 0 : null }
  const ended = calls.findIndex((call) => call.unmanagedTokens > contextLength)
  const made = ended < 0 ? calls.length : ended
  const strategies: ReportedReplay['totals']['strategies'] = {
    usual: total(spent('usual'), 0.9),
    unmanaged: total(spent('unmanaged'), 0),
    none: total(spent('none'), 0),
    system_and_3: { ...total(spent('system_and_3'), 0.71), ...marks },
    anchored: { ...total(spent('anchored'), promptTokens === 0 ? 0 : cacheRead / promptTokens), ...marks },
    oracle: total(spent('anchored') * 0.97, 0.93),
  }
  const model = isPriced ? 'claude-sonnet-5' : 'homemade-1'
  return {
    file,
    conversation: 'c-1',
    model,
    contextLength,
    thresholdTokens,
    cacheStrategy: 'anchored',
    gap: 'human:1',
    calls,
    compactions,
    totals: {
      promptTokens,
      maxPromptTokens: Math.max(0, ...calls.map((call) => call.promptTokens)),
      cacheRead,
      costUsd: strategies.anchored.costUsd,
      costUnmanagedUsd: strategies.unmanaged.costUsd,
      summarizerUsd: isPriced ? compactions.length * 0.031 : null,
      keepAliveUsd: isPriced ? 0 : null,
      usual: {
        costUsd: strategies.usual.costUsd,
        calls: made,
        endsAtCall: ended < 0 ? null : ended + 1,
        oursUsd: isPriced ? (calls[made - 1]?.spentUsd.anchored ?? 0) : null,
      },
      refusedAtCall: null,
      virtualMs: calls.length * 41_000,
      strategies,
      models: [{ model, calls: calls.length, costUsd: strategies.anchored.costUsd }],
    },
    notices: [],
  }
}

interface Growing extends SampleOptions {
  readonly length: number
  readonly thresholdTokens: number
  readonly contextLength: number
}

function sampleCalls({ length, thresholdTokens, contextLength, seed = 1, isPriced = true, flags = [] }: Growing) {
  const random = randomFrom(seed)
  const calls: ReportedCall[] = []
  const compactions: ReportedCompaction[] = []
  const spent = { usual: 0, unmanaged: 0, none: 0, system_and_3: 0, anchored: 0 }
  const unknown = { usual: null, unmanaged: null, none: null, system_and_3: null, anchored: null }
  let tokens = 9_000
  let cached = 0
  let whole = 9_000
  let before = 0
  for (let n = 1; n <= length; n++) {
    if (tokens > thresholdTokens) {
      const after = Math.round(thresholdTokens * (0.22 + random() * 0.12))
      compactions.push(sampleCompaction({ n, before: tokens, after, thresholdTokens, at: compactions.length, flags }))
      tokens = after
      cached = 9_000
    }
    const cacheRead = random() < 0.03 ? 0 : Math.min(cached, tokens)
    const input = Math.min(tokens - cacheRead, 40)
    const cacheWrite = tokens - cacheRead - input
    spent.unmanaged += (whole * price.plain) / 1e6
    if (whole <= contextLength) spent.usual += (before * price.read + (whole - before) * price.written) / 1e6
    spent.none += (tokens * price.plain) / 1e6
    spent.anchored += (cacheRead * price.read + cacheWrite * price.written + input * price.plain) / 1e6
    spent.system_and_3 = spent.anchored * 1.34
    const spentUsd = isPriced ? { ...spent } : unknown
    calls.push({ n, promptTokens: tokens, input, cacheRead, cacheWrite, unmanagedTokens: whole, spentUsd })
    cached = tokens
    const growth = Math.round(200 + random() ** 3 * 6_000)
    tokens += growth
    before = whole
    whole += growth
  }
  return { calls, compactions }
}

interface SampleCompaction {
  readonly n: number
  readonly before: number
  readonly after: number
  readonly thresholdTokens: number
  readonly at: number
  readonly flags: readonly string[]
}

function sampleCompaction({ n, before, after, thresholdTokens, at, flags }: SampleCompaction): ReportedCompaction {
  const gone = before - after
  const known = (total: number, lost: number) => ({ inContext: total - lost, total })
  const survival: Receipt['survival'] = {
    constraints: known(4, 0),
    requests: known(6 + at * 3, Math.floor(at / 3)),
    files: known(14 + at * 5, at * 2),
    commands: known(20 + at * 8, 5 + at * 4),
    errors: known(3 + at, Math.floor(at / 4)),
    identifiers: known(30 + at * 11, 4 + at * 3),
    decisions: known(5 + at, 0),
  }
  return {
    trigger: at % 2 === 0 ? 'preflight' : 'response',
    engine: 'compressor',
    session: `s-${at + 1}`,
    continuation: `s-${at + 2}`,
    tokens: { before, after, threshold: thresholdTokens, floor: Math.round(after * 0.7) },
    messages: { before: 210, after: 41, summarised: 160 },
    saved: {
      cleared: Math.round(gone * 0.5),
      deduplicated: Math.round(gone * 0.08),
      shortened: Math.round(gone * 0.04),
      spilled: 0,
      summarised: Math.round(gone * 0.38),
    },
    summary: { by: at % 2 === 0 ? 'model' : 'mechanical', tokens: 1_840, chunks: 1, coverage: 1 },
    survival,
    flags: [...(at % 2 === 0 ? [] : ['mechanical']), ...flags],
    cache: { keptTokens: 9_000, invalidatedTokens: before - 9_000 },
    costUsd: 0.031,
    ms: 2_400,
    beforeCall: n,
  }
}

/** A linear congruential generator: enough for samples, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

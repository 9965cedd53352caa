/** Measures the token estimator: how far it is from o200k, class by class, and how fast beside exact tokenizers. */
import { estimateText } from '@palimpsest/core/tokens'
import { countTokens as bpeLite } from 'bpe-lite'
import { countTokens as gptTokenizer } from 'gpt-tokenizer/encoding/o200k_base'
import { corpus, transcripts } from './corpus.mjs'

/** @typedef {import('./corpus.mjs').Document} Document */

const chunkChars = 2_000
/** A shorter rest says little about the error of a chunk, so it counts in the total alone. */
const restChars = 500

/** What the project promises, on text the weights were not fitted on. */
const goals = {
  totalPercent: 2,
  chunkPercent: 5,
  classChunkPercent: 9,
  classShortPercent: -10,
  timesFaster: 8,
  /** Ten times the text in about ten times the time; the rest is for a busy machine. */
  timesLonger: 20,
}

/** @param {string} text */
const exact = (text) => bpeLite(text, 'openai-o200k')
/** @param {string} text */
const quarter = (text) => Math.ceil(text.length / 4)

/** Everything measured, and whether each goal is met. */
export function measureTokens() {
  const folder = process.env.PALIMPSEST_TRANSCRIPTS
  const documents = [...corpus(), ...(folder === undefined ? [] : transcripts(folder))]
  const heldOut = documents.filter(({ part }) => part === 'held-out')
  const classes = byKind(heldOut).map(([kind, text]) => measureClass(kind, text))
  const accuracy = { classes, overall: overall(classes) }
  const speed = measureSpeed(heldOut)
  const linearity = measureLinearity()
  return { accuracy, speed, linearity, goals: judge(accuracy, speed, linearity) }
}

/** @param {readonly Document[]} documents @returns {[string, string][]} */
function byKind(documents) {
  /** @type {Map<string, string[]>} */
  const kinds = new Map()
  for (const { kind, text } of documents) kinds.set(kind, [...(kinds.get(kind) ?? []), text])
  return [...kinds].map(([kind, texts]) => [kind, texts.join('\n')])
}

/** @param {string} kind @param {string} text */
function measureClass(kind, text) {
  const parts = chunks(text).map((chunk) => ({
    chars: chunk.length,
    tokens: exact(chunk),
    estimate: estimateText(chunk),
    quarter: quarter(chunk),
  }))
  const tokens = sum(parts, (part) => part.tokens)
  const whole = parts.filter(({ chars }, i) => i === 0 || chars >= restChars)
  return {
    kind,
    chars: text.length,
    tokens,
    estimate: sum(parts, (part) => part.estimate),
    quarter: sum(parts, (part) => part.quarter),
    chunks: whole.length,
    chunkPercent: (100 * sum(whole, (part) => Math.abs(part.estimate / part.tokens - 1))) / whole.length,
    quarterChunkPercent: (100 * sum(whole, (part) => Math.abs(part.quarter / part.tokens - 1))) / whole.length,
  }
}

/** Cut where exact tokenizers stay fast, and never between the halves of a surrogate pair. @param {string} text */
function chunks(text) {
  const found = []
  for (let start = 0; start < text.length; ) {
    const last = text.charCodeAt(start + chunkChars - 1)
    const end = start + chunkChars - (last >= 0xd800 && last <= 0xdbff ? 1 : 0)
    found.push(text.slice(start, end))
    start = end
  }
  return found
}

/** @param {readonly ReturnType<typeof measureClass>[]} classes */
function overall(classes) {
  const count = sum(classes, (each) => each.chunks)
  return {
    chars: sum(classes, (each) => each.chars),
    tokens: sum(classes, (each) => each.tokens),
    estimate: sum(classes, (each) => each.estimate),
    quarter: sum(classes, (each) => each.quarter),
    chunks: count,
    chunkPercent: sum(classes, (each) => each.chunkPercent * each.chunks) / count,
    quarterChunkPercent: sum(classes, (each) => each.quarterChunkPercent * each.chunks) / count,
  }
}

/** Every contender reads the same text in the same rounds, in turns; the best round of each counts. @param {readonly Document[]} documents */
function measureSpeed(documents) {
  const texts = byKind(documents).map(([, text]) => text.slice(0, 40_000))
  const pieces = texts.flatMap(chunks)
  const bytes = sum(pieces, (piece) => Buffer.byteLength(piece))
  const contenders = {
    estimateText: { read: estimateText, texts, passes: 8 },
    'gpt-tokenizer': { read: gptTokenizer, texts: pieces, passes: 1 },
    'bpe-lite': { read: exact, texts: pieces, passes: 1 },
    'chars/4': { read: quarter, texts, passes: 8 },
  }
  /** @type {Record<string, number>} */
  const best = {}
  for (let round = 0; round < 7; round++)
    for (const [name, { read, texts, passes }] of Object.entries(contenders)) {
      const ms = timed(() => sum(Array.from({ length: passes }), () => sum(texts, read)))
      best[name] = Math.max(best[name] ?? 0, (bytes * passes) / 1_000 / ms)
    }
  const fastestExact = Math.max(best['gpt-tokenizer'] ?? 0, best['bpe-lite'] ?? 0)
  return { bytes, megabytesPerSecond: best, timesFaster: (best.estimateText ?? 0) / fastestExact }
}

/** How much longer ten times as many equal characters take. */
function measureLinearity() {
  return ['a', ' ', '\n', '=', '7', '中', '😀', 'ab ', '\ud800'].map((unit) => {
    const [short, long] = [100_000, 1_000_000].map((length) => {
      const text = unit.repeat(length / unit.length)
      return Math.min(...Array.from({ length: 5 }, () => timed(() => estimateText(text))))
    })
    return { unit, ms: long, timesLonger: (long ?? 0) / Math.max(short ?? 0, 0.05) }
  })
}

/**
 * @param {{ classes: ReturnType<typeof measureClass>[], overall: ReturnType<typeof overall> }} accuracy
 * @param {ReturnType<typeof measureSpeed>} speed
 * @param {ReturnType<typeof measureLinearity>} linearity
 */
function judge({ classes, overall }, speed, linearity) {
  const total = percent(overall)
  const worst = classes.reduce((a, b) => (b.chunkPercent > a.chunkPercent ? b : a))
  const shortest = classes.reduce((a, b) => (percent(b) < percent(a) ? b : a))
  const slowest = linearity.reduce((a, b) => (b.timesLonger > a.timesLonger ? b : a))
  /** @type {(goal: string, met: boolean, found: string) => { goal: string, met: boolean, found: string }} */
  const goal = (goal, met, found) => ({ goal, met, found })
  return [
    goal(`total within ${goals.totalPercent} %`, Math.abs(total) <= goals.totalPercent, signed(total)),
    goal(
      `mean error of a chunk at most ${goals.chunkPercent} %`,
      overall.chunkPercent <= goals.chunkPercent,
      `${overall.chunkPercent.toFixed(1)} %`,
    ),
    goal(
      `mean error of a chunk at most ${goals.classChunkPercent} % in each class`,
      worst.chunkPercent <= goals.classChunkPercent,
      `${worst.chunkPercent.toFixed(1)} % (${worst.kind})`,
    ),
    goal(
      `no class short by more than ${-goals.classShortPercent} %`,
      percent(shortest) >= goals.classShortPercent,
      `${signed(percent(shortest))} (${shortest.kind})`,
    ),
    goal(
      `at least ${goals.timesFaster} times as fast as the fastest exact tokenizer`,
      speed.timesFaster >= goals.timesFaster,
      `${speed.timesFaster.toFixed(1)} times`,
    ),
    goal(
      'time grows with length, also on a run of one character',
      slowest.timesLonger <= goals.timesLonger,
      `at worst ${slowest.timesLonger.toFixed(1)} times for 10 times (${JSON.stringify(slowest.unit)})`,
    ),
  ]
}

/** @param {{ estimate: number, tokens: number }} measured */
export function percent({ estimate, tokens }) {
  return 100 * (estimate / tokens - 1)
}

/** @param {number} value */
export function signed(value) {
  return `${value < 0 ? '' : '+'}${value.toFixed(1)} %`
}

/** @template T @param {readonly T[]} list @param {(item: T) => number} value */
function sum(list, value) {
  return list.reduce((total, item) => total + value(item), 0)
}

/** @param {() => unknown} work */
function timed(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

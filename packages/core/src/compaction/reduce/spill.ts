import { messageNumber } from '../../contract/message-number.ts'
import type { Shown } from '../../contract/occasion.ts'
import type { ContentPart, Message, Part, TextPart } from '../../message/message.ts'
import { redact } from '../../redact/redact.ts'
import { sliceWhole } from '../../text/slice-whole.ts'
import type { Counter } from '../../tokens/count.ts'
import { rewrite, type ViewDraft } from '../plan/view-draft.ts'

/** Characters shown of a text that is kept elsewhere. */
const previewChars = 1_500
/** Users who paste a long text often ask below it: this share of the preview shows its end. */
const endShare = 1 / 3
/** A secret that begins before the end that is shown is found if it begins no further off. */
const longestSecret = 10_000

export interface SpillOptions {
  /** Texts over this size are taken out of view, the largest first, until enough is saved. */
  readonly limitTokens: number
  readonly wantedTokens: number
  isChosen(at: number): boolean
  /** Is taken only if all others do not save enough. */
  readonly lastOfAll?: number | undefined
  /** Explains to the model how to get the whole text of a message, by its number. */
  howToRead(number: string): string
  /** An outline of a text, shown below its beginning. @default none */
  outline?(text: string): string
  /** Sentences of a message that must stay in view, word for word. */
  mustKeep(shown: Shown): readonly string[]
}

/** Shows the largest messages as a block that states their size, how to read them, and how they begin. */
export function spill(draft: ViewDraft, counter: Counter, options: SpillOptions): ViewDraft {
  const chosen = largest(draft, options)
  return rewrite(draft, 'spilled', counter, ({ message, shown }, at) =>
    chosen.has(at)
      ? withKept(spillMessage(message, messageNumber(shown), options), options.mustKeep(shown))
      : undefined,
  )
}

/** The fewest that save what is wanted; each is expected to shrink to its limit. */
function largest(draft: ViewDraft, options: SpillOptions): ReadonlySet<number> {
  const { limitTokens, wantedTokens, isChosen, lastOfAll } = options
  const isLast = (at: number) => (at === lastOfAll ? 1 : 0)
  const giants = draft.items
    .map(({ tokens }, at) => ({ tokens, at }))
    .filter(({ tokens, at }) => tokens > limitTokens && isChosen(at))
    .toSorted((a, b) => isLast(a.at) - isLast(b.at) || b.tokens - a.tokens || a.at - b.at)
  const chosen = new Set<number>()
  let saved = 0
  for (const { tokens, at } of giants) {
    if (saved >= wantedTokens) break
    saved += tokens - limitTokens
    chosen.add(at)
  }
  return chosen
}

/** A rule of the user stays in view even where the text around it does not. */
function withKept(message: Message, sentences: readonly string[]): Message {
  if (message.role !== 'user') return message
  const seen = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  const lost = sentences.filter((sentence) => !seen.includes(sentence))
  if (lost.length === 0) return message
  const text = ['It also says:', ...lost.map((sentence) => `- ${sentence}`)].join('\n')
  return { ...message, parts: [...message.parts, { type: 'text', text }] }
}

function spillMessage(message: Message, number: string, options: SpillOptions): Message {
  switch (message.role) {
    case 'user':
      return { ...message, parts: message.parts.map((part) => spillPart(part, number, { ...options, endShare })) }
    case 'tool':
    case 'system':
      return { ...message, parts: message.parts.map((part) => spillPart(part, number, options)) }
    case 'assistant':
      return { ...message, parts: message.parts.map((part) => spillSpoken(part, number, options)) }
  }
}

function spillSpoken(part: Part, number: string, options: SpillOptions): Part {
  return part.type === 'thinking' || part.type === 'tool-call' ? part : spillPart(part, number, options)
}

type PartOptions = Pick<SpillOptions, 'limitTokens' | 'howToRead' | 'outline'> & { readonly endShare?: number }

function spillPart(part: ContentPart, number: string, options: PartOptions): ContentPart {
  switch (part.type) {
    case 'text':
      return spillText(part, number, options)
    case 'image':
      return { type: 'text', text: `[Image of ${number}, no longer shown. ${options.howToRead(number)}]` }
    case 'file':
    case 'opaque':
      return { type: 'text', text: `[Attachment of ${number}, no longer shown. ${options.howToRead(number)}]` }
  }
}

function spillText({ text, refusal }: TextPart, number: string, options: PartOptions): TextPart {
  // In a small window the preview shrinks with the limit: four characters are about a token.
  const chars = Math.max(100, Math.min(previewChars, options.limitTokens * 2))
  const endChars = Math.floor(chars * (options.endShare ?? 0))
  const howToRead = options.howToRead(number)
  const outline = options.outline?.(text) ?? ''
  const block = persistedOutput(text, { number, howToRead, previewChars: chars - endChars, endChars, outline })
  return block.length < text.length
    ? { type: 'text', text: block, ...(refusal && { refusal }) }
    : { type: 'text', text }
}

export interface Persisted {
  readonly number: string
  readonly howToRead: string
  readonly previewChars: number
  /** Characters of its end to show as well. @default 0 */
  readonly endChars?: number
  /** What the text holds, by its kind. @default nothing is told */
  readonly outline?: string
}

/** Returns the block that represents a text which is kept in full elsewhere. */
export function persistedOutput(text: string, persisted: Persisted): string {
  const { number, howToRead, previewChars: chars, endChars = 0, outline = '' } = persisted
  const preview = redact(sliceWhole(text, 0, chars)).text
  return [
    '<persisted-output>',
    `${text.length} characters (${Math.ceil(text.length / 1024)} KB), kept whole as ${number}. ${howToRead}`,
    `Its first ${preview.length} characters:`,
    preview,
    ...(endChars > 0 && text.length > chars + endChars ? endOf(text, chars, endChars) : []),
    ...(outline === '' ? [] : [`[${outlineLead}]`, outline]),
    '</persisted-output>',
  ].join('\n')
}

const outlineLead = 'Its outline:'

/** Secrets are taken out before the cut is made: half of one looks like none. */
function endOf(text: string, from: number, chars: number): readonly string[] {
  const hidden = redact(sliceWhole(text, Math.max(0, text.length - chars - longestSecret))).text.trimEnd()
  const end = sliceWhole(hidden, Math.max(0, hidden.length - chars))
  return [`[${text.length - from - chars} characters are left out here. Its last ${end.length} characters:]`, end]
}

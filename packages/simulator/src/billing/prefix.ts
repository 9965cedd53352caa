import { digest } from './digest.ts'

/** One wire block of a prompt: a tool, a piece of the system prompt, or a block of a message. */
export interface PromptBlock {
  /** Represents the bytes: to a cache, blocks are equal exactly when their keys are. Long ones are lazy. */
  readonly key: string | (() => string)
  readonly tokens: number
  readonly kind: 'text' | 'tool_use' | 'tool_result' | 'thinking'
  /** The last block of its message. */
  readonly endsMessage?: true
  /** Its text, for caches that also find a block's beginning; asked for only where two prompts part. */
  readonly inside?: () => BlockText
}

/** A block as a text: two that open alike share their text up to where it differs. */
export interface BlockText {
  /** Represents everything that is not in the text. */
  readonly opening: string
  readonly text: string
  /** Tokens of the block up to so many characters of its text. */
  tokensUpTo(chars: number): number
}

/** A prompt up to and including one block. Growing one shares all before it, so a longer prompt costs only what is new. */
export interface Prefix {
  /** Same key, same bytes from the first tool on, for the same model. */
  readonly key: string
  /** Of the whole prefix. */
  readonly tokens: number
  readonly blocks: number
  /** Blocks, where a run of tool calls counts once, and a run of results too. */
  readonly positions: number
  readonly kind: PromptBlock['kind'] | 'start'
  readonly endsMessage?: true
  readonly parent?: Prefix
  /** The block that it ends with. */
  readonly block?: PromptBlock
}

/** The empty prompt of one model in one workspace: caches are never shared between models. */
export function startPrefix(model: string): Prefix {
  return { key: digest(model), tokens: 0, blocks: 0, positions: 0, kind: 'start' }
}

/** Adds a block to a prompt. */
export type Grow = (prefix: Prefix, block: PromptBlock) => Prefix

/** Remembers nothing: the new key is worked out of the old one and the block's. */
export function extend(prefix: Prefix, block: PromptBlock): Prefix {
  return follow(prefix, block, digest(`${prefix.key}\n${prefixKey(block)}`))
}

export function prefixKey({ key }: PromptBlock): string {
  return typeof key === 'string' ? key : key()
}

/** A prompt with one more block, under this key. */
export function follow(prefix: Prefix, block: PromptBlock, key: string): Prefix {
  const { kind, tokens, endsMessage } = block
  const isRun = (kind === 'tool_use' || kind === 'tool_result') && prefix.kind === kind
  // What may be absent comes last: engines are slow to add to what they have copied.
  return {
    key,
    tokens: prefix.tokens + tokens,
    blocks: prefix.blocks + 1,
    positions: prefix.positions + (isRun ? 0 : 1),
    kind,
    parent: prefix,
    block,
    ...(endsMessage && { endsMessage }),
  }
}

/** The prefix after each block, in order. */
export function extendAll(prefix: Prefix, blocks: readonly PromptBlock[], grow: Grow = extend): readonly Prefix[] {
  const grown: Prefix[] = []
  for (const block of blocks) grown.push(grow(grown.at(-1) ?? prefix, block))
  return grown
}

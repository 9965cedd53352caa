import type { EnginePorts, Occasion } from '@palimpsest/core/engine'
import type { LcmMemo } from './lcm-memo.ts'
import type { LcmSizes } from './lcm-sizes.ts'
import type { WrittenRecord } from './node-cache.ts'
import type { ViewBlocks } from './view-blocks.ts'
import type { RecordDesk } from './write-record.ts'

/** One change of the view under way. */
export interface EpochWork {
  readonly occasion: Occasion
  readonly ports: EnginePorts
  /** Everything known; the facts of the view are in its ledger. */
  readonly memo: LcmMemo
  readonly blocks: ViewBlocks
  readonly sizes: LcmSizes
  /** Tokens that nodes and messages may take: what is sent beside them has its place already. */
  readonly roomTokens: number
  readonly desk: RecordDesk
  /** A sentence for the model: how to find and read what is not shown. */
  readonly howToRecall: string
  howToRead(number: string): string
  outline(text: string): string
  /** True for a record that a model should write anew. */
  rough(record: WrittenRecord): boolean
}

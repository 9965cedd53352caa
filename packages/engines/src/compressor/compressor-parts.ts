import type { EnginePorts, KeptDigests } from '@palimpsest/core/engine'
import type { PreparationPace } from './preparation-pace.ts'

/** What a compressor keeps from one compaction to the next, beside its memo. */
export interface CompressorParts {
  readonly ports: EnginePorts
  /** Digests paid for in compactions that may have come to nothing. */
  readonly digests: KeptDigests
  readonly pace: PreparationPace
}

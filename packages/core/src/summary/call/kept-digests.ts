import { textHash } from '../../text/text-hash.ts'

/** A model's account of a stretch of the source. */
export interface KeptDigest {
  readonly body: string
  readonly flags: readonly string[]
}

/** Digests that were paid for: whatever happens to the whole, none of them is requested again. */
export interface KeptDigests {
  find(text: string, focus: string | undefined): KeptDigest | undefined
  keep(text: string, focus: string | undefined, digest: KeptDigest): void
}

/** More than one source is cut into; older ones are of sources that were summarised long ago. */
const mostKept = 200
/** Two hashes of 32 bits and the length together distinguish any two texts. */
const otherSeed = 0x9747b28c

export function createKeptDigests(): KeptDigests {
  const kept = new Map<string, KeptDigest>()
  return {
    find: (text, focus) => kept.get(keyOf(text, focus)),
    keep: (text, focus, digest) => {
      kept.set(keyOf(text, focus), digest)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    },
  }
}

function keyOf(text: string, focus = ''): string {
  return [text.length, textHash(text), textHash(text, otherSeed), focus].join(' ')
}

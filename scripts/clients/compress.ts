import { compress, readTranscript } from '@palimpsest/core'
import { createCompressor } from '@palimpsest/engines/compressor'

/** Shows that the README's first example compiles where only the published packages are. */
export async function tokensAfter(text: string): Promise<number | undefined> {
  const { transcript } = readTranscript(text)
  const { receipt } = await compress(transcript, { engine: createCompressor, window: { contextTokens: 32_000 } })
  return receipt.tokens.after
}

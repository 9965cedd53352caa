import type { ContextEngine } from '@palimpsest/core'

/** An engine that compresses in another way. It may be of any make, so it is called, never copied. */
export function withCompress(engine: ContextEngine, compress: ContextEngine['compress']): ContextEngine {
  return {
    name: engine.name,
    contract: engine.contract,
    shouldCompress: (pressure) => engine.shouldCompress(pressure),
    hasContentToCompress: (occasion) => engine.hasContentToCompress(occasion),
    compress,
  }
}

import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@palimpsest/source'] },
  ssr: { resolve: { conditions: ['@palimpsest/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts'],
    reporters: ['default', './scripts/count-reporter.ts'],
    setupFiles: ['./scripts/fixed-seed.ts'],
    testTimeout: 60_000,
    // One worker for each core: by default one core would be left idle, which is half of a small machine.
    maxWorkers: '100%',
  },
})

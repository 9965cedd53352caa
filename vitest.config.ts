import { configDefaults, defineConfig } from 'vitest/config'

/** What starts processes, servers, databases or browsers, or tries thousands of cases: left out of `npm run test:quick`. */
const slow = [
  'packages/cli/src/!(import|markdown|report|slash)/**',
  'packages/cli/src/*.test.ts',
  'packages/cli/src/report/*browser*',
  'packages/stores/src/!(memory|lease)/**',
  'packages/simulator/src/{server,example}/**',
  'packages/agent/src/{turn,provider,plugins}/**',
  'packages/engines/**',
  'packages/gateway/src/!(inbound)/**',
  'packages/gateway/src/*.test.ts',
  'packages/core/src/{wire,testing}/**',
  'scripts/linear/**',
]

export default defineConfig({
  resolve: { conditions: ['@palimpsest/source'] },
  ssr: { resolve: { conditions: ['@palimpsest/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.PALIMPSEST_QUICK === undefined ? [] : slow)],
    reporters: ['default', './scripts/count-reporter.ts'],
    setupFiles: ['./scripts/fixed-seed.ts'],
    testTimeout: 60_000,
    // One worker for each core: by default one core would be left idle, which is half of a small machine.
    maxWorkers: '100%',
  },
})

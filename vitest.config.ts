import { configDefaults, defineConfig } from 'vitest/config'

/** What starts processes, servers, databases or browsers, or tries thousands of cases: left out of `npm run test:quick`. */
const slow = [
  'packages/cli/src/!(import|markdown|report|slash)/**',
  'packages/cli/src/*.test.ts',
  'packages/cli/src/report/*browser*',
  'packages/stores/src/!(memory|lease)/**',
  'packages/simulator/src/{server,example}/**',
  'packages/agent/src/{turn,provider,plugins}/**',
  'packages/gateway/**',
  'packages/engines/**',
  'packages/context/**',
  'packages/gateway/src/!(inbound)/**',
  'packages/gateway/src/*.test.ts',
  'packages/core/src/{wire,testing}/**',
  'scripts/linear/**',
  'examples/*.test.ts',
]

/** Tests that replace modules, or measure the processor time or the memory of their process: each has one of its own. */
const alone = [
  'packages/agent/src/memory/memory-race.test.ts',
  'packages/cli/src/compress/compress-failure.test.ts',
  'packages/gateway/src/http/bad-clients.test.ts',
  'scripts/linear/**/*.test.ts',
]
/**
 * All others share their modules with those before them in a worker: to load them anew for each file takes up to half of the time.
 * So whatever a test changes in its process it puts back, and a helper cleans up by `onTestFinished`, never by a hook of its module.
 */
const shared = ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts']

const left = [...configDefaults.exclude, ...(process.env.PALIMPSEST_QUICK === undefined ? [] : slow)]

export default defineConfig({
  resolve: { conditions: ['@palimpsest/source'] },
  ssr: { resolve: { conditions: ['@palimpsest/source'] } },
  test: {
    reporters: ['default', './scripts/count-reporter.ts'],
    setupFiles: ['./scripts/fixed-seed.ts'],
    // Many times what is needed: a machine that does other things as well must not fail a test.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // One worker for each core: by default one core would be left idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude: left } },
      { extends: true, test: { name: 'shared', include: shared, exclude: [...left, ...alone], isolate: false } },
    ],
  },
})

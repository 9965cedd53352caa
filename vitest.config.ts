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

/** Tests that share their modules with those before them in a worker: loading them anew for each file took a seventh of the time. */
const shared = [
  'packages/{core,engines,simulator}/src/**/*.test.ts',
  'packages/agent/src/{config,kept,prompt,provider}/**/*.test.ts',
]
/** Tests whose helpers clean up after each test, replace modules, change the process or record what is loaded. */
const alone = ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts']

const left = [...configDefaults.exclude, ...(process.env.PALIMPSEST_QUICK === undefined ? [] : slow)]

export default defineConfig({
  resolve: { conditions: ['@palimpsest/source'] },
  ssr: { resolve: { conditions: ['@palimpsest/source'] } },
  test: {
    reporters: ['default', './scripts/count-reporter.ts'],
    setupFiles: ['./scripts/fixed-seed.ts'],
    testTimeout: 60_000,
    // One worker for each core: by default one core would be left idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'shared', include: shared, exclude: left, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone, exclude: [...left, ...shared] } },
    ],
  },
})

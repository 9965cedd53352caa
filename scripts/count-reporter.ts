import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one line that scripts can read: `N passed, N failed, N skipped`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const brokenFiles = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
    const failed = count('failed') + brokenFiles + errors.length
    process.stdout.write(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`)
  }
}

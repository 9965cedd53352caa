/** How to read the output of one program that runs tests, line by line. */
export interface TestRunner {
  readonly name: string
  /** A line that sums up a run: without one, it is no run that has ended. */
  readonly summary: RegExp
  /** The number of failures in such a line. */
  readonly failures: RegExp
  /** A line that names a test that failed. */
  readonly failing: RegExp
  /** A line that names one that passed. */
  readonly passing?: RegExp
  /** A line that names the file or package of those that follow, or, where `isAfter`, of those before it. */
  readonly place?: RegExp
  readonly isPlaceAfter?: true
  /** Failures of its summary lines add up, since there is one for each part of a run. */
  readonly addsUp?: true
}

/** Those with the plainest marks first: the first whose summary is found reads the output. */
export const testRunners: readonly TestRunner[] = [
  {
    name: 'pytest',
    summary: /^=* ?(?:\d+ (?:failed|passed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun),? ?){1,8}in \d/,
    failures: /(\d{1,6}) (?:failed|errors?)/g,
    failing: /^(?:FAILED|ERROR) (\S+\.py\S*(?: \S+\])?)/,
    passing: /^(\S{1,200}\.py::\S{1,200}) PASSED/,
  },
  {
    name: 'vitest',
    summary: /^ *(?:Test Files|Tests) +(?:\d+ (?:failed|passed|skipped|todo)(?: \| )?){1,4} \(\d+\)/,
    failures: /(\d{1,6}) failed/g,
    failing: /^ *FAIL +(?:\|[^|]{1,60}\| )?(\S.* > .*|\S+ \[ \S+ \])$/,
    passing: /^ *[✓√] (\S.* > .*?)(?: \d+ ?ms)?$/,
  },
  {
    name: 'jest',
    summary: /^Tests: +.{0,100}\b\d+ total/,
    failures: /(\d{1,6}) failed/g,
    failing: /^ {2}● (?!Console$|Deprecation)(\S.*)$/,
    place: /^(?:FAIL|PASS) (\S+\.\w+)/,
  },
  {
    name: 'cargo',
    summary: /^test result: (?:ok|FAILED)\. \d+ passed; \d+ failed/,
    failures: /(\d{1,6}) failed/g,
    failing: /^test (\S.*) \.\.\. FAILED$/,
    passing: /^test (\S.*) \.\.\. ok$/,
    addsUp: true,
  },
  {
    name: 'go',
    summary: /^(?:ok {2}|FAIL)\t\S+(?:\t| \[)/,
    failures: /^(FAIL)\t/g,
    failing: /^ *--- FAIL: (\S+)/,
    passing: /^ *--- PASS: (\S+)/,
    place: /^(?:ok {2}|FAIL)\t(\S+)(?:\t| \[)/,
    isPlaceAfter: true,
    addsUp: true,
  },
  {
    name: 'rspec',
    summary: /^\d+ examples?, \d+ failures?/,
    failures: /(\d{1,6}) failures?/g,
    failing: /^rspec (\S+ # .*)$/,
  },
  {
    name: 'node:test',
    summary: /^[ℹ#] fail \d+$/,
    failures: /fail (\d+)/g,
    failing: /^ *(?:✖ (?!failing tests:$)|not ok \d+ - )(\S.*?)(?: \([\d.]+ms\))?$/,
    passing: /^ *(?:✔ |ok \d+ - )(\S.*?)(?: \([\d.]+ms\))?$/,
  },
  {
    name: 'phpunit',
    summary: /^(?:OK \(\d+ tests?, |Tests: \d+, Assertions: \d+)/,
    failures: /(?:Failures|Errors): (\d+)/g,
    failing: /^\d+\) ([\w\\]+::\S+)/,
  },
  {
    name: 'junit',
    summary: /^(?:\[\w+\] +)?Tests run: \d+, Failures: \d+, Errors: \d+/,
    failures: /(?:Failures|Errors): (\d+)/g,
    failing: /^\[ERROR\] +(?!Tests |Failed |Failures|Errors)([A-Z][\w$]*\.[\w$]+)(?=[:( ]|->)/,
  },
  {
    name: 'gradle',
    summary: /^\d+ tests? completed(?:, \d+ failed)?/,
    failures: /(\d{1,6}) failed/g,
    failing: /^(\S+ > .+) FAILED$/,
    passing: /^(\S+ > .+) PASSED$/,
  },
  {
    name: 'unittest',
    summary: /^(?:Ran \d+ tests? in |FAILED \((?:failures|errors)=)/,
    failures: /(?:failures|errors)=(\d+)/g,
    failing: /^(?:FAIL|ERROR): (\w+ \([\w.]+\))/,
    passing: /^(\w+ \([\w.]+\)) \.\.\. ok$/,
  },
  {
    name: 'bun',
    summary: /^ *\d+ fail$/,
    failures: /(\d{1,6}) fail/g,
    failing: /^ *(?:\(fail\)|✗) (\S.*?)(?: \[[\d.]+m?s\])?$/,
    passing: /^ *(?:\(pass\)|✓) (\S.*?)(?: \[[\d.]+m?s\])?$/,
    place: /^(\S+\.(?:test|spec)\.\w+):$/,
  },
  {
    name: 'dotnet',
    summary: /^(?:Failed|Passed)! +- Failed: +\d+/,
    failures: /Failed: +(\d+)/g,
    failing: /^ *Failed (\S+) \[/,
    passing: /^ *Passed (\S+) \[/,
    addsUp: true,
  },
  {
    name: 'mocha',
    summary: /^ +\d+ (?:passing|failing)\b/,
    failures: /(\d{1,6}) failing/g,
    failing: /^ {2,4}\d+\) (\S.*)$/,
  },
  {
    name: 'ExUnit',
    summary: /^(?:\d+ doctests?, )?\d+ tests?, \d+ failures?/,
    failures: /(\d{1,6}) failures?/g,
    failing: /^ {2}\d+\) (test .*)$/,
  },
  {
    name: 'playwright',
    summary: /^ {2}\d+ (?:passed|failed|flaky)(?: \([\d.]+m?s\))?$/,
    failures: /(\d{1,6}) failed/g,
    failing: /^ {4}(\[[\w -]{1,40}\] › \S.*)$/,
  },
]

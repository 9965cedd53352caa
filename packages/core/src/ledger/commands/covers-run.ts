/** Words of commands that run tests or checks over whatever they are pointed at. */
const runner =
  /(?<![\w./-])(?:vitest|jest|mocha|ava|pytest|tox|nose2|unittest|rspec|phpunit|ctest|tests?|lint|eslint|biome|tsc|mypy|pyright|ruff|check|clippy|vet)(?![\w./])/

/** True for a command that runs tests or checks. */
export function runsTests(command: string): boolean {
  return command.length <= mostChars && runner.test(command)
}

/** Longer ones are scripts, which do more than that. */
const mostChars = 400

/**
 * True if what a command runs is a part of what another one ran: the same command pointed at a file or folder in it, as
 * `vitest run src/a/b.test.ts` is of `vitest run src/a` and of `vitest run`.
 */
export function coversRun(whole: string, part: string): boolean {
  if (part.length <= whole.length || !part.startsWith(whole)) return false
  const [end = '', ...words] = part.slice(whole.length).split(' ')
  return (end === '' || /^[/.]/.test(end)) && isPlain(end) && words.every((word) => isPlain(word) && /[/.:]/.test(word))
}

/** Names nothing but files, folders and tests in them: no option, no other command. */
function isPlain(word: string): boolean {
  return /^[\w@.~/\\:[\]]?[\w@.~/\\:[\]-]*$/.test(word)
}

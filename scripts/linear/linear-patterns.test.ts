import { expect, test } from 'vitest'
import { literalPatterns, loadRecording, type SourceModule, type SourcePattern } from './all-patterns.ts'
import { attacksOn, isBounded } from './attacks.ts'
import { excessiveGrowth } from './growth.ts'
import { root, sourceFiles } from './source-files.ts'

/** These start a program when they are loaded. */
const programs = ['packages/cli/src/main.ts', 'packages/stores/src/sqlite/worker/worker.ts']

/** An attack under which looking for a pattern, or for all its matches, takes more than linear work. */
function slowAttack({ source, flags }: RegExp): string | undefined {
  // Patterns that are tried at one place are tried at many: as dear as a search, at worst.
  const pattern = new RegExp(source, [...new Set(flags.replace('y', 'g').replace('d', ''))].join(''))
  const look = (text: string) => (pattern.global ? text.replace(pattern, '') : pattern.test(text))
  if (isBounded(pattern)) return undefined
  return attacksOn(pattern).find(({ write }) => excessiveGrowth(look, write) !== undefined)?.name
}

/** The patterns of languages are made when they are first needed. */
function makeLanguages(modules: readonly SourceModule[]): void {
  const all = modules.flatMap(({ exports }) => Object.values(exports).flat())
  const judgeOf = modules.find(({ exports }) => 'judgeOf' in exports)?.exports.judgeOf
  if (typeof judgeOf !== 'function') throw new Error('No function "judgeOf" makes the patterns of languages any more.')
  const languages = all.filter((value) => typeof value === 'object' && value !== null && 'endWords' in value)
  expect(languages.length).toBeGreaterThan(20)
  for (const language of languages) judgeOf(language).endings()
}

test.each([
  ['trailing spaces', /[^\S\n]+$/gmu],
  ['a run before a word', /[-=#]{3,} ?(?:begin|end|start) (?:of )?system/],
  ['a word of any length that may begin in a word', /(?<![^\s.,:;!?"'()[\]{}<>*#=-])(?:sag[^\s.,:;!?]* dem)/],
  ['a line with two open ends', /^\[… [^\n]* left out; the whole: path (.+?\.txt) …\]$/gm],
  ['a comment that does not end', /<!--[\s\S]*?-->/g],
  ['a string that does not end', /"(?:[^"\\]|\\.)*"/g],
  ['neighbours that share characters', /^\s*\|?\s*:?-+:?\s*$/],
  ['a choice in a loop', /^(?:a|b|ab)*$/],
])('%s is seen to take more than linear work', (_, pattern) => {
  expect(slowAttack(pattern)).toBeDefined()
})

test('no pattern takes more than linear work, whatever the text', { timeout: 600_000 }, async () => {
  const loaded = sourceFiles.filter((file) => !programs.includes(file))
  const made = await loadRecording(root, loaded, makeLanguages)
  const all: readonly SourcePattern[] = [...sourceFiles.flatMap((file) => literalPatterns(root, file)), ...made]
  const distinct = new Map(all.map((each) => [String(each.pattern).replace(/[dy]*$/, ''), each]))
  expect(distinct.size).toBeGreaterThan(1_000)
  const slow = [...distinct.values()].flatMap(({ file, pattern }) => {
    const attack = slowAttack(pattern)
    return attack === undefined ? [] : [`${file}: ${pattern} on ${attack}`]
  })
  expect(slow).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { firstWords, nextWords, partOf, patchedPart } from './builder-model.arbitrary.ts'
import type { LongDesk } from './long-desk.arbitrary.ts'

/** Says "next" until so many steps are done; answers what the model said to each. */
export async function work(desk: Pick<LongDesk, 'say'>, steps: number): Promise<readonly string[]> {
  const answers: string[] = []
  for (let step = 1; step <= steps; step++) {
    const outcome = await desk.say(step === 1 ? firstWords : nextWords)
    answers.push('text' in outcome ? outcome.text : JSON.stringify(outcome))
  }
  return answers
}

/** All parts are there as they must be, and what was not to be touched is untouched. */
export function expectWork(workspace: string, steps: number): void {
  const text = (path: string) => readFileSync(join(workspace, path), 'utf8')
  for (let step = 1; step <= steps; step += 6) {
    const { path, content } = partOf(step)
    expect(text(path)).toBe(step < steps ? patchedPart(step) : content)
  }
  expect(text('vendor/lib.ts')).toBe('theirs')
  expect(text('progress.txt')).toBe(`progress: ${steps}\n`)
}

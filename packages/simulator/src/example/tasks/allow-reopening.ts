import type { Subject } from '../repo/subject.ts'
import { a, ends, plain, upper } from '../repo/subject.ts'
import { pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile } from '../use-files.ts'
import type { Card } from './card.ts'
import { issueNumber, perhapsThanks, proveBroken, proveFixed } from './common-moves.ts'

/** Records that reached their end may be reopened; the agent asks how far back before it changes anything. */
export function allowReopening(subject: Subject): Card {
  return (scene) => {
    const issue = issueNumber(scene)
    const { first, last } = ends(subject)
    const back = subject.statuses[1] ?? first
    request(scene, subject, issue)
    askBack(scene, subject, back)
    scene.ask(scene.random.pick([back, `to ${back}. but nothing else`, `${back} please, and only from ${last}`]))
    const title = edit(scene, subject, back)
    const sha = proveFixed(scene, subject, title, `Let ${a(last)} ${plain(subject.one)} go back to ${back} (#${issue})`)
    scene.answer(
      `Done in \`${sha}\`: \`${last}\` → \`${back}\` is allowed, everything else out of \`${last}\` still gives a 409.\n\n**Decision:** back to \`${back}\` and not to \`${first}\`, as you said, because what was checked on the way there stays checked. The test *a ${subject.one} that is ${last} stays ${last}* still holds, as it tries \`${first}\`; its title says more than it tests now, so you may want to reword it.`,
    )
    perhapsThanks(scene, sha)
  }
}

function request(scene: Scene, subject: Subject, issue: number): void {
  const { one, many } = subject
  const { last } = ends(subject)
  scene.ask(
    scene.random.pick([
      `The desk marks ${plain(many)} as ${last} by mistake about once a week and then I have to fix it in SQL. Can we let them reopen one? #${issue}`,
      `reopening ${a(last)} ${plain(one)} should work. #${issue}`,
      `Issue #${issue}: "${one} cannot go from ${last}". People click the wrong button; there must be a way back.`,
    ]),
  )
}

function askBack(scene: Scene, subject: Subject, back: string): void {
  const { rules, test } = pathsOf(subject)
  const { first, last } = ends(subject)
  scene.act({}, useReadFile(scene.world, rules), useReadFile(scene.world, test))
  scene.answer(
    `One question before I change it. \`${last}\` has no way out at the moment, and there are two sensible ones:\n\n1. back to \`${back}\`: nothing has to be checked again;\n2. back to \`${first}\`: it starts over, and whatever happens on the way happens twice.\n\nWhich one do you want?`,
    `The table next has an empty list for ${last}. Reopening is a decision about what is repeated, e.g. whether a confirmation goes out again. That is not mine to make, so ask.`,
  )
}

function edit(scene: Scene, subject: Subject, back: string): string {
  const { one } = subject
  const type = upper(one)
  const { rules, test } = pathsOf(subject)
  const { last } = ends(subject)
  const title = `${a(last)} ${one} can be reopened as ${back}`
  proveBroken(scene, {
    title,
    path: test,
    failure: `Error: ${one} ${one.slice(0, 3)}_${scene.random.hex(12)} cannot go from ${last} to ${back}\n ❯ move${type} ${rules}:${scene.world.lineOf(rules, 'throw problem(409')}:11`,
    before: `test('a ${one} that is ${last} stays ${last}'`,
    source: `test('${title}', () => {
  const ${one} = { ...create${type}(draft, now), status: '${last}' as const }
  expect(move${type}(${one}, '${back}').status).toBe('${back}')
})`,
  })
  scene.act({}, usePatch(scene.world, rules, `  ${last}: [],`, `  ${last}: ['${back}'],`))
  return title
}

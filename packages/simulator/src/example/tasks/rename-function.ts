import type { Subject } from '../repo/subject.ts'
import { upper } from '../repo/subject.ts'
import { pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useSearchFiles } from '../use-files.ts'
import type { Card } from './card.ts'
import { perhapsThanks, proveFixed } from './common-moves.ts'

/** A rename across files, with one patch that misses because the text was remembered and not read. */
export function renameFunction(subject: Subject): Card {
  return (scene) => {
    const old = `group${upper(subject.many)}`
    const fresh = `${subject.many}ByStatus`
    scene.ask(
      scene.random.pick([
        `rename ${old} to ${fresh}, everywhere`,
        `In the review Jonas did not understand what \`${old}\` groups by. Please call it \`${fresh}\`. Pure rename, nothing else.`,
        `${old} → ${fresh} please (one commit)`,
      ]),
    )
    const { rules, test } = pathsOf(subject)
    scene.act({}, useSearchFiles(scene.world, old))
    miss(scene, subject, old, fresh)
    scene.act(
      { say: 'Copied from the file this time.' },
      usePatch(scene.world, rules, `export function ${old}(`, `export function ${fresh}(`),
      usePatch(scene.world, test, `create${upper(subject.one)}, ${old}, `, `create${upper(subject.one)}, ${fresh}, `),
      usePatch(scene.world, test, `expect(${old}(`, `expect(${fresh}(`),
    )
    scene.act({}, useSearchFiles(scene.world, old), useSearchFiles(scene.world, fresh))
    const sha = proveFixed(scene, subject, undefined, `Rename ${old} to ${fresh}`)
    scene.answer(
      `Renamed in ${scene.random.pick(['two files', 'both places'])}, \`${sha}\`. No occurrence of \`${old}\` is left in the repository; behaviour is unchanged.`,
    )
    perhapsThanks(scene, sha)
  }
}

function miss(scene: Scene, subject: Subject, old: string, fresh: string): void {
  if (!scene.random.chance(0.5)) return
  const { rules } = pathsOf(subject)
  scene.act({}, usePatch(scene.world, rules, `export const ${old} = (`, `export const ${fresh} = (`))
  scene.act(
    {
      think: `I assumed that ${old} is an arrow function. It is a declaration; the search result said so. Look at the lines themselves.`,
    },
    useReadFile(scene.world, rules, scene.world.lineOf(rules, old), 9),
  )
}

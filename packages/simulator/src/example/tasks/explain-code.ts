import type { Subject } from '../repo/subject.ts'
import { ends, plain, upper } from '../repo/subject.ts'
import { dashed, pathsOf } from '../repo/subject-files.ts'
import { useReadFile, useSearchFiles } from '../use-files.ts'
import type { Card } from './card.ts'

/** A question that is answered by reading; nothing changes. */
export function explainCode(subject: Subject): Card {
  return (scene) => {
    const { world, random } = scene
    const { rules, store, routes } = pathsOf(subject)
    const { first, last } = ends(subject)
    scene.ask(
      random.pick([
        `What happens exactly when two people move the same ${plain(subject.one)} at the same time? Don't change anything, just tell me.`,
        `question: is POST /${dashed(subject.many)}/:id/move safe under concurrency? no edits`,
        `I am preparing the audit. Who can set a ${plain(subject.one)} to ${last}, and is it atomic? Please only read.`,
      ]),
    )
    scene.act(
      {
        think: `Read the handler of ${plain(subject.many)} from top to bottom and look for the gap between the read and the write.`,
      },
      useReadFile(world, routes),
      useReadFile(world, rules),
    )
    scene.act({}, useReadFile(world, store), useSearchFiles(world, `update${upper(subject.one)}Status`))
    if (random.chance(0.4))
      scene.act(
        { say: 'Checking whether anything locks rows at all.' },
        useSearchFiles(world, 'FOR UPDATE'),
        useSearchFiles(world, 'BEGIN'),
      )
    const line = world.lineOf(store, 'UPDATE ')
    scene.answer(
      `**It is not atomic.** The handler reads the ${plain(subject.one)}, checks the step in memory (\`move${upper(subject.one)}\`), then writes with \`UPDATE … WHERE id = $1\` (\`${store}:${line}\`). The write does not repeat the check.

So with two requests at once:

1. A reads \`${first}\`, B reads \`${first}\`.
2. A writes \`${subject.statuses[1] ?? last}\`.
3. B writes \`${last}\`, although A's step may have forbidden it.

Both get 200; the later write wins and the earlier is lost without a trace. Anyone who may call the route may do this; there is no role check in \`${routes}\`.

The cheap cure is \`UPDATE … WHERE id = $1 AND status = $3\` with the status that was read: the loser updates no row and gets a 409. I changed nothing, as you asked.`,
    )
    if (!random.chance(0.5)) return
    scene.ask(
      random.pick([
        'ok. write that down somewhere, we do it next quarter',
        'Leave it for now. It is known to the auditors.',
        'thanks, not now',
      ]),
    )
    scene.leave('open', `Lost updates when a ${plain(subject.one)} is moved twice at once: cure known, not now.`)
    scene.answer(
      `Left as it is. **Unresolved:** lost update in \`${store}:${line}\`, cure known, decided not to fix it now.`,
    )
  }
}

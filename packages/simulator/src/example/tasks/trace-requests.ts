import { serviceLog } from '../bulk/service-log.ts'
import type { Subject } from '../repo/subject.ts'
import { plain } from '../repo/subject.ts'
import { pathsOf } from '../repo/subject-files.ts'
import { usePatch, useReadFile, useSearchFiles } from '../use-files.ts'
import { useTerminal } from '../use-terminal.ts'
import type { Card } from './card.ts'
import { issueNumber, perhapsThanks, proveFixed } from './common-moves.ts'

/** An error in the log cannot be matched to a request, because the line does not carry its id. */
export function traceRequests(subject: Subject): Card {
  return (scene) => {
    const { world, random } = scene
    const issue = issueNumber(scene)
    const { routes } = pathsOf(subject)
    scene.ask(
      random.pick([
        `"${subject.one} was not updated" is in the log ${random.int(3, 60)} times and I cannot tell which requests. #${issue}`,
        `please add the request id to the error line of ${plain(subject.many)}, I am blind on call. last lines:\n\n${serviceLog(random, 12, scene.clock.day())}`,
      ]),
    )
    scene.act(
      { say: 'Let me look at the log itself and at the place that writes the line.' },
      useTerminal(`ssh staging 'journalctl -u harbor -n 60 --no-pager'`, serviceLog(random, 60, scene.clock.day()), {
        seconds: 2.1,
      }),
      useReadFile(world, routes),
      useSearchFiles(world, 'requestId', 'src/'),
    )
    scene.act(
      {
        think: `The webhook logs requestId: request.id, so that is the name in use here. Keep to it for ${plain(subject.many)}, too; dashboards filter by it.`,
      },
      usePatch(
        world,
        routes,
        `log.error({ id: moved.id }, '${subject.one} was not updated')`,
        `log.error({ id: moved.id, requestId: request.id }, '${subject.one} was not updated')`,
      ),
    )
    const sha = proveFixed(
      scene,
      subject,
      undefined,
      `Log the request id when a ${plain(subject.one)} is not updated (#${issue})`,
    )
    scene.answer(
      `The line carries \`requestId\` now, under the same name as the webhook uses, so the existing dashboard filter works (\`${sha}\`). It says nothing about *why* the row is gone; my guess is a ${subject.one} deleted between the read and the write, but I have no evidence for it yet. **Open** until the next occurrence.`,
    )
    perhapsThanks(scene, sha)
  }
}

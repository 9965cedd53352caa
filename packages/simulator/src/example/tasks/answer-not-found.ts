import type { Subject } from '../repo/subject.ts'
import { plain, upper } from '../repo/subject.ts'
import { dashed, pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useSearchFiles } from '../use-files.ts'
import { useTerminal } from '../use-terminal.ts'
import type { Card } from './card.ts'
import { issueNumber, perhapsThanks, proveFixed } from './common-moves.ts'

/** An unknown id gives 500 and a stack trace in the log instead of 404. */
export function answerNotFound(subject: Subject): Card {
  return (scene) => {
    const issue = issueNumber(scene)
    const id = `${subject.one.slice(0, 3)}_${scene.random.hex(12)}`
    scene.ask(`${opening(scene, subject, issue)}\n\n\`\`\`\n${trace(scene, subject, id)}\n\`\`\``)
    look(scene, subject)
    repair(scene, subject)
    reproduce(scene, subject, id)
    const sha = proveFixed(scene, subject, undefined, `Answer 404 for an unknown ${plain(subject.one)} (#${issue})`)
    scene.answer(
      `An unknown ${plain(subject.one)} id now gives **404** with a problem body instead of a 500.\n\nThe route spread \`undefined\` and then asked it for its id (\`${pathsOf(subject).routes}:${scene.world.lineOf(pathsOf(subject).routes, 'if (found')}\`). The move route had the check already, so the wording is the same. Commit \`${sha}\`. The alert on 5xx for this path can be closed once it is deployed.`,
    )
    perhapsThanks(scene, sha)
  }
}

function opening(scene: Scene, { one, many }: Subject, issue: number): string {
  return scene.random.pick([
    `Sentry keeps paging us about this one, ${scene.random.int(12, 900)} times since yesterday:`,
    `#${issue} — opening a deleted ${plain(one)} gives a 500. log:`,
    `this is from staging, somebody had an old link to one of the ${plain(many)}`,
    `can you make this a 404 instead of a crash please`,
  ])
}

function trace(scene: Scene, subject: Subject, id: string): string {
  const { routes } = pathsOf(subject)
  const line = scene.world.lineOf(routes, 'links: { self')
  return `{"level":50,"time":"${scene.clock.stamp()}","reqId":"req-${scene.random.hex(6)}","req":{"method":"GET","url":"/${dashed(subject.many)}/${id}"},"msg":"Cannot read properties of undefined (reading 'id')"}
TypeError: Cannot read properties of undefined (reading 'id')
    at Object.<anonymous> (/srv/harbor/${routes}:${line}:${scene.random.int(40, 70)})
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at async preHandlerCallback (/srv/harbor/node_modules/fastify/lib/handleRequest.js:${scene.random.int(120, 160)}:12)`
}

function look(scene: Scene, subject: Subject): void {
  const { routes, store } = pathsOf(subject)
  scene.act(
    {
      think: `find${upper(subject.one)} returns undefined for an unknown id and the route does not look. TypeScript should have caught that, unless the spread hides it: spreading undefined is allowed, but the property access after it is not. I will check how the other handlers of this file do it.`,
    },
    useReadFile(scene.world, routes),
    useReadFile(scene.world, store),
    useSearchFiles(scene.world, 'throw problem(404', `src/${dashed(subject.many)}`),
  )
}

function repair(scene: Scene, subject: Subject): void {
  const { one, many } = subject
  const { routes } = pathsOf(subject)
  const type = upper(one)
  const path = dashed(many)
  scene.act(
    { say: 'The move route shows the way; the plain GET gets the same check.' },
    usePatch(
      scene.world,
      routes,
      `    const ${one} = await find${type}(pool, request.params.id)
    return { ...${one}, links: { self: '/${path}/' + ${one}.id } }`,
      `    const found = await find${type}(pool, request.params.id)
    if (found === undefined) throw problem(404, 'no ${one} ' + request.params.id)
    return { ...found, links: { self: '/${path}/' + found.id } }`,
    ),
  )
}

function reproduce(scene: Scene, subject: Subject, id: string): void {
  const url = `http://localhost:8080/${dashed(subject.many)}/${id}`
  const body = JSON.stringify({ statusCode: 404, error: 'Not Found', message: `no ${subject.one} ${id}` })
  scene.act(
    {},
    useTerminal(
      `curl -s -i ${url}`,
      `HTTP/1.1 404 Not Found\ncontent-type: application/json; charset=utf-8\nx-request-id: req-${scene.random.hex(8)}\ndate: ${scene.clock.stamp()}\n\n${body}`,
      { seconds: 0.1 },
    ),
  )
}

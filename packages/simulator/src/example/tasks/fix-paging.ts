import type { Subject } from '../repo/subject.ts'
import { plain, upper } from '../repo/subject.ts'
import { dashed, pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useSearchFiles } from '../use-files.ts'
import { httpRequest } from '../use-others.ts'
import type { Card } from './card.ts'
import { issueNumber, perhapsThanks, proveBroken, proveFixed } from './common-moves.ts'

/** The newest page never shows up, because pages count from 1 and the store from 0. */
export function fixPaging(subject: Subject): Card {
  return (scene) => {
    const issue = issueNumber(scene)
    report(scene, subject, issue)
    investigate(scene, subject)
    const title = repair(scene, subject)
    const sha = proveFixed(scene, subject, title, `Show the first page of ${plain(subject.many)} (#${issue})`)
    const { store } = pathsOf(subject)
    scene.answer(
      scene.random.pick([
        `Fixed in \`${sha}\`. Pages count from 1, but \`${store}\` computed the offset as \`page * size\`, so page 1 skipped the newest rows. It is \`(page - 1) * size\` now, and a test holds it. I checked the callers: only the route uses it, and it already refuses pages below 1.`,
        `The newest ${plain(subject.many)} were skipped because of an off-by-one in the offset (\`${store}\`, line ${scene.world.lineOf(store, '(page - 1)')}).\n\n- **Before:** page 1 → offset 50\n- **Now:** page 1 → offset 0\n\nCommitted as \`${sha}\`, closes #${issue}. The same pattern is in other stores; I left them alone because you asked about ${plain(subject.many)} only.`,
      ]),
    )
    perhapsThanks(scene, sha)
  }
}

function report(scene: Scene, { many, one }: Subject, issue: number): void {
  scene.ask(
    scene.random.pick([
      `#${issue}: support says a ${plain(one)} they have just created is not in the list. It shows up when you open it by id. Can you look?`,
      `the ${plain(many)} list starts at the wrong row, I think page 1 shows what should be page 2`,
      `Two customers say the latest ${plain(many)} are missing from the overview (issue #${issue}). Please find out why and fix it. No changes to the API please, the mobile app depends on it.`,
      `GET /${dashed(many)}?page=1 is empty on staging although there are ${scene.random.int(3, 40)} rows. page=0 gives a 400. #${issue}`,
    ]),
  )
}

function investigate(scene: Scene, subject: Subject): void {
  const { world, random } = scene
  const { store, routes, storeTest } = pathsOf(subject)
  scene.act(
    {
      think: `Creating works, reading by id works, the list does not. So either the order or the window of the query in list${upper(subject.many)}. Read the store and the route together.`,
    },
    useReadFile(world, store),
    useReadFile(world, routes),
    useReadFile(world, storeTest),
    useSearchFiles(world, `list${upper(subject.many)}`, 'src/'),
  )
  const url = `http://localhost:8080/${dashed(subject.many)}?page=1&size=2`
  const body = JSON.stringify({ [subject.many]: [], page: 1, size: 2 })
  if (random.chance(0.7))
    scene.act(
      { say: 'Reproducing it against the local service.' },
      httpRequest(
        'GET',
        url,
        undefined,
        `200 OK\ncontent-type: application/json\nx-request-id: req-${random.hex(8)}\n\n${body}`,
      ),
    )
}

function repair(scene: Scene, subject: Subject): string {
  const { world } = scene
  const { one, many } = subject
  const { store, storeTest } = pathsOf(subject)
  const title = `the first page holds the newest ${one}`
  proveBroken(scene, {
    title,
    path: storeTest,
    failure: `AssertionError: expected [] to have a length of 1 but got +0`,
    before: `test('lists ${many} page by page'`,
    source: `test('${title}', async () => {
  await insert${upper(one)}(pool, ${one})
  expect(await list${upper(many)}(pool, 1, 10)).toHaveLength(1)
})`,
  })
  scene.act(
    { say: 'As expected. The offset has to be counted from the page before.' },
    usePatch(world, store, '[size, page * size]', '[size, (page - 1) * size]'),
  )
  return title
}

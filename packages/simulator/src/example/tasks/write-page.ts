import type { Subject } from '../repo/subject.ts'
import { ends, plain, upper } from '../repo/subject.ts'
import { dashed, pathsOf } from '../repo/subject-files.ts'
import { useReadFile, useWriteFile } from '../use-files.ts'
import { commit } from '../use-terminal.ts'
import type { Card } from './card.ts'
import { perhapsThanks } from './common-moves.ts'

/** A page of documentation, written from the code and corrected once. */
export function writePage(subject: Subject): Card {
  return (scene) => {
    const path = `docs/${dashed(subject.many)}.md`
    scene.ask(
      scene.random.pick([
        `Write a page about ${plain(subject.many)} for new colleagues, ${path}. Short. What it is, its life, the endpoints, what to watch out for.`,
        `we have no docs for ${plain(subject.many)}. one page, ${path}, no marketing`,
      ]),
    )
    const { rules, store, routes } = pathsOf(subject)
    scene.act({}, useReadFile(scene.world, rules), useReadFile(scene.world, store), useReadFile(scene.world, routes))
    const first = page(subject, false)
    scene.act(
      {
        think: `Everything on the page about ${plain(subject.many)} must be something I have just read in the code, with the path next to it, so that it can be checked.`,
      },
      useWriteFile(scene.world, path, first),
    )
    scene.answer(
      `The page is at \`${path}\`, ${first.split('\n').length} lines. Every statement names the file it comes from.`,
    )
    scene.ask(
      scene.random.pick([
        'Add an example request, please. And say what units are used.',
        'good, but an example with curl would help, and the units',
      ]),
    )
    scene.act({}, useReadFile(scene.world, path))
    scene.act({}, useWriteFile(scene.world, path, page(subject, true)))
    const { use, sha } = commit(scene, `Describe ${plain(subject.many)} for newcomers`)
    scene.act({}, use)
    scene.answer(
      `Added both and committed as \`${sha}\`. The example uses invented data. No code was touched, so I did not run the tests.`,
    )
    perhapsThanks(scene, sha)
  }
}

function page(subject: Subject, complete: boolean): string {
  const { rules, store, routes } = pathsOf(subject)
  const { first, last } = ends(subject)
  const path = dashed(subject.many)
  const body = Object.fromEntries(subject.fields.map(({ name, sample }) => [name, sample.replaceAll("'", '')]))
  const example = `
## Example

    curl -X POST http://localhost:8080/${path} -H 'content-type: application/json' -d '${JSON.stringify(body)}'

## Units

Money is in cents, lengths are in centimetres, weights in grams unless the name says otherwise. Times are UTC.
`
  return `# ${upper(subject.many)}

${subject.about} The type is \`${upper(subject.one)}\` in \`${rules}\`.

## Life

${subject.statuses.map((status) => `\`${status}\``).join(' → ')}

A new ${plain(subject.one)} is \`${first}\`. From most statuses it may go straight to \`${last}\`; the table \`next\` in \`${rules}\` has the last word, and a step that it does not list is answered with 409.

## Fields

| field | type | column |
| --- | --- | --- |
${subject.fields.map(({ name, type }) => `| ${name} | ${type} | ${dashed(name).replaceAll('-', '_')} |`).join('\n')}

## Endpoints (\`${routes}\`)

| method | path | answers |
| --- | --- | --- |
| GET | /${path}?page&size | a page, newest first, at most 200 |
| GET | /${path}/:id | one, or 404 |
| POST | /${path} | 201 and the new one |
| POST | /${path}/:id/move | the moved one, or 409 |

## Watch out

- \`update${upper(subject.one)}Status\` in \`${store}\` writes the status only; other fields cannot be changed after creation.
- There is no lock: of two moves at the same time the later one wins.
- Lists are ordered by \`created_at\`, which is not unique. Rows of the same instant may change places between pages.
${complete ? example : ''}`
}

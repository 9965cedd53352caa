import type { Subject } from '../repo/subject.ts'
import { plain } from '../repo/subject.ts'
import { dashed, pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile } from '../use-files.ts'
import { httpRequest, queryDatabase } from '../use-others.ts'
import type { Card } from './card.ts'
import { issueNumber, perhapsThanks, proveFixed } from './common-moves.ts'

/** The API takes a negative or fractional amount; it should not. */
export function refuseNonsense(subject: Subject): Card {
  return (scene) => {
    const issue = issueNumber(scene)
    const bad = -scene.random.int(1, 9000)
    scene.ask(
      scene.random.pick([
        `Somebody created a ${plain(subject.one)} with ${subject.amount} = ${bad}. How is that even possible? Please make the API refuse it (#${issue}).`,
        `#${issue} ${subject.amount} must be a whole number, zero or more. At the moment POST takes anything.`,
        `validation missing on ${subject.amount} (${plain(subject.many)}). negative + fractions → 400`,
      ]),
    )
    look(scene, subject, bad)
    const sha = repair(scene, subject, bad, issue)
    scene.answer(
      `POST /${dashed(subject.many)} refuses a negative or fractional \`${subject.amount}\` with a 400 and says which field it was (\`${sha}\`).\n\n**Still open:** the row that started this is in the staging database. I can only read there; \`UPDATE\` is yours. There may be more of them in production:\n\n\`\`\`sql\nSELECT id, created_at FROM ${dashed(subject.many).replaceAll('-', '_')} WHERE ${column(subject)} < 0;\n\`\`\``,
    )
    perhapsThanks(scene, sha)
  }
}

function column(subject: Subject): string {
  return dashed(subject.amount).replaceAll('-', '_')
}

function sample(subject: Subject, amount: number) {
  const entries = subject.fields.map(({ name, type, sample: value }) => {
    if (name === subject.amount) return [name, amount]
    return [name, type === 'string' ? value.slice(1, -1) : type === 'boolean' ? false : Number(value)]
  })
  return Object.fromEntries(entries)
}

function look(scene: Scene, subject: Subject, bad: number): void {
  const table = dashed(subject.many).replaceAll('-', '_')
  const id = `${subject.one.slice(0, 3)}_${scene.random.hex(12)}`
  scene.act(
    {
      think: `The schema says z.number() for ${subject.amount}, which takes negatives, fractions and even 1e308. Confirm on staging and see how many rows are affected before choosing the rule.`,
    },
    useReadFile(scene.world, pathsOf(subject).routes, 1, 30),
    queryDatabase(
      `SELECT id, ${column(subject)}, created_at FROM ${table} WHERE ${column(subject)} < 0 LIMIT 20`,
      `${JSON.stringify({ id, [column(subject)]: bad, created_at: scene.clock.stamp() })}\n(1 row)`,
    ),
    httpRequest(
      'POST',
      `http://localhost:8080/${dashed(subject.many)}`,
      sample(subject, bad),
      `201 Created\ncontent-type: application/json\n\n${JSON.stringify({ id: `${subject.one.slice(0, 3)}_${scene.random.hex(12)}`, ...sample(subject, bad) })}`,
    ),
  )
}

function repair(scene: Scene, subject: Subject, bad: number, issue: number): string {
  const { routes } = pathsOf(subject)
  const { amount } = subject
  scene.act(
    { say: 'Confirmed: one row, and the local service takes it as well.' },
    usePatch(scene.world, routes, `  ${amount}: z.number(),`, `  ${amount}: z.number().int().min(0),`),
  )
  const issues = [
    { code: 'too_small', minimum: 0, path: [amount], message: 'Number must be greater than or equal to 0' },
  ]
  scene.act(
    {},
    httpRequest(
      'POST',
      `http://localhost:8080/${dashed(subject.many)}`,
      sample(subject, bad),
      `400 Bad Request\ncontent-type: application/json\n\n${JSON.stringify({ statusCode: 400, error: 'Bad Request', issues })}`,
    ),
    httpRequest(
      'POST',
      `http://localhost:8080/${dashed(subject.many)}`,
      sample(subject, 0),
      `201 Created\ncontent-type: application/json\n\n${JSON.stringify({ id: `${subject.one.slice(0, 3)}_${scene.random.hex(12)}`, ...sample(subject, 0) })}`,
    ),
  )
  return proveFixed(scene, subject, undefined, `Refuse a negative ${amount} of ${plain(subject.many)} (#${issue})`)
}

import type { Subject } from '../repo/subject.ts'
import { plain, upper } from '../repo/subject.ts'
import { dashed, pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useWriteFile } from '../use-files.ts'
import { test } from '../use-terminal.ts'
import type { Card } from './card.ts'
import { issueNumber, perhapsThanks, proveFixed } from './common-moves.ts'

/** A new file, its test, and a route: the kind of job that is mostly writing. */
export function exportCsv(subject: Subject): Card {
  return (scene) => {
    const issue = issueNumber(scene)
    scene.ask(
      scene.random.pick([
        `Accounting wants ${plain(subject.many)} as CSV (#${issue}). Semicolons, CRLF, header line, UTF-8 with BOM because of Excel. Route: GET /${dashed(subject.many)}.csv`,
        `csv export for ${plain(subject.many)} pls. same as the others: ; and CRLF and a BOM. #${issue}`,
      ]),
    )
    const { rules, routes } = pathsOf(subject)
    scene.act(
      {
        think: `A pure function from a list of ${plain(subject.many)} to text, tested alone, and a thin route. Two details matter: quoting of a field that holds a semicolon or a quote, and values that a spreadsheet would run as a formula. Of its fields, ${subject.fields.map(({ name }) => name).join(', ')}, the texts come from outside.`,
      },
      useReadFile(scene.world, rules),
      useReadFile(scene.world, routes),
    )
    write(scene, subject)
    connect(scene, subject)
    const sha = proveFixed(scene, subject, undefined, `Export ${plain(subject.many)} as CSV (#${issue})`)
    scene.answer(
      `\`GET /${dashed(subject.many)}.csv\` is there (\`${sha}\`). Format as you asked: \`;\`, CRLF, header, BOM. A field with a semicolon, a quote or a line break is quoted; a field that begins with \`=\`, \`+\`, \`-\` or \`@\` gets a leading apostrophe, so that a spreadsheet does not run it. It exports up to 10,000 rows; more than that would need streaming, which I did not build.`,
    )
    perhapsThanks(scene, sha)
  }
}

function write(scene: Scene, subject: Subject): void {
  const { one, many } = subject
  const type = upper(one)
  const name = dashed(one)
  const folder = `src/${dashed(many)}`
  const columns = ['id', ...subject.fields.map(({ name: field }) => field), 'status', 'createdAt']
  const source = `import type { ${type} } from './${name}.ts'

const columns = [${columns.map((column) => `'${column}'`).join(', ')}] as const satisfies readonly (keyof ${type})[]

/** ${upper(many)} as a spreadsheet reads them: BOM, semicolons, CRLF. */
export function ${many}Csv(${many}: readonly ${type}[]): string {
  const lines = ${many}.map((${one}) => columns.map((column) => cell(${one}[column])).join(';'))
  return '\\uFEFF' + [columns.join(';'), ...lines].join('\\r\\n') + '\\r\\n'
}

function cell(value: string | number | boolean): string {
  const text = typeof value === 'string' && /^[=+\\-@]/.test(value) ? "'" + value : String(value)
  return /[;"\\r\\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text
}
`
  const tests = `import { expect, test } from 'vitest'
import { create${type} } from './${name}.ts'
import { ${many}Csv } from './${name}-csv.ts'

const ${one} = create${type}(
  { ${subject.fields.map(({ name: field, sample }) => `${field}: ${sample}`).join(', ')} },
  '2026-03-02T09:00:00Z',
)

test('writes a header even when there are no ${many}', () => {
  expect(${many}Csv([])).toBe('\\uFEFF${columns.join(';')}\\r\\n')
})

test('writes one line for each ${one}', () => {
  expect(${many}Csv([${one}, ${one}]).trimEnd().split('\\r\\n')).toHaveLength(3)
})

test('a ${one} cannot smuggle a formula into a spreadsheet', () => {
  expect(${many}Csv([{ ...${one}, id: '=1+1' }])).toContain("'=1+1")
})
`
  scene.act(
    { say: 'The function and its tests.' },
    useWriteFile(scene.world, `${folder}/${name}-csv.ts`, source),
    useWriteFile(scene.world, `${folder}/${name}-csv.test.ts`, tests),
  )
  scene.act({}, test(scene, `${folder}/${name}-csv`))
}

function connect(scene: Scene, subject: Subject): void {
  const { one, many } = subject
  const { routes } = pathsOf(subject)
  const path = dashed(many)
  scene.act(
    { say: 'Now the route.' },
    usePatch(
      scene.world,
      routes,
      `import { log } from '../lib/log.ts'`,
      `import { log } from '../lib/log.ts'\nimport { ${many}Csv } from './${dashed(one)}-csv.ts'`,
    ),
    usePatch(
      scene.world,
      routes,
      `  app.post('/${path}', async (request, reply) => {`,
      `  app.get('/${path}.csv', async (_, reply) => {
    const ${many} = await list${upper(many)}(pool, 1, 10_000)
    return reply.type('text/csv; charset=utf-8').send(${many}Csv(${many}))
  })

  app.post('/${path}', async (request, reply) => {`,
    ),
  )
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, root, workspaces } from './workspaces.mjs'

/** What a program that reads our package should know first, from its manifest and its README. */
export function llmsOfPackage({ name, folder, manifest, doors }) {
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8')
  const [example = ''] = /^```(?:js|ts)\n.*?^```$/ms.exec(readme) ?? []
  return lines([
    `# ${name}`,
    `> ${manifest.description}`,
    `Version ${manifest.version}, ${manifest.license}. ESM only, Node ${manifest.engines.node}. ${hostsOf(manifest)}`.trim(),
    ...(example === '' ? [] : ['## Use', example]),
    '## Doors',
    doors.map((door) => `- [${door.name}](${door.types.slice(2)}): ${behind(readme, door.name)}`).join('\n'),
    '## Inside',
    [
      '- [README.md](README.md): what it is for and what it promises',
      '- [src](src): the sources, with a comment on whatever is exported; source and declaration maps lead there',
      ...(manifest.bin ? Object.entries(manifest.bin).map(([bin, path]) => `- [${bin}](${path}): the command`) : []),
    ].join('\n'),
  ])
}

/** The same for the whole repository. */
export function llmsOfRepository() {
  const { description } = readJson('package.json')
  return lines([
    '# Palimpsest',
    `> ${description}`,
    'TypeScript, ESM only. Read ARCHITECTURE.md for the idea and docs/commands.md for all that it does; AGENTS.md helps to change it.',
    '## Packages',
    workspaces()
      .map(({ name, folder, manifest }) => `- [${name}](${folder}/README.md): ${manifest.description}`)
      .join('\n'),
    '## Guides',
    pages(['README.md', 'ARCHITECTURE.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']),
    '## Docs',
    pages(pagesIn('docs')),
    '## Examples',
    pages(['examples/README.md']),
  ])
}

/** What the README's table of doors says about one of them; a row may name several. */
function behind(readme, door) {
  const row = readme.split('\n').find((line) => line.startsWith('| `@') && line.split(' | ')[0].includes(`\`${door}\``))
  if (row === undefined) throw new Error(`The README does not list the door ${door}.`)
  return row
    .slice(row.indexOf(' | ') + 3)
    .replace(/\s*\|$/, '')
    .trim()
}

function hostsOf({ peerDependencies = {} }) {
  const hosts = Object.entries(peerDependencies).map(([name, range]) => `${name} (${range})`)
  return hosts.length === 0 ? '' : `Beside it, where you use them: ${hosts.join(', ')}.`
}

function pagesIn(folder) {
  const names = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return names.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'decisions' ? [] : pagesIn(path)
    return path.endsWith('.md') ? [path] : []
  })
}

function pages(paths) {
  const there = paths.filter((path) => existsSync(join(root, path)))
  return there.map((path) => `- [${titleOf(path)}](${path})`).join('\n')
}

function titleOf(path) {
  const [, title = path] = /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8')) ?? []
  return title.replaceAll('`', '')
}

function lines(blocks) {
  return `${blocks.join('\n\n')}\n`
}

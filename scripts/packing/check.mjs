// Packs every package and tries the tarballs as their users would: npm run packages (-- --write writes derived files first).
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSecretVariable } from '@palimpsest/core/secret-variable'
import { outdatedFiles, writeDerivedFiles } from './derived-files.mjs'
import { inspectNames, inspectPackage } from './inspect-package.mjs'
import { packAll } from './pack.mjs'
import { runProgram } from './run-program.mjs'
import { hostsOf, installInto, tryImports, tryTypes } from './try-packages.mjs'
import { readJson, root } from './workspaces.mjs'

let passed = 0
let failed = 0

if (process.argv.includes('--write')) for (const path of writeDerivedFiles()) console.log(`wrote ${path}`)
const scratch = mkdtempSync(join(tmpdir(), 'palimpsest-packages-'))
try {
  await checkAll()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function checkAll() {
  const stale = outdatedFiles().map(({ path }) => `${path} is not what others say: run "npm run packages -- --write"`)
  report('derived files', stale)
  const packages = await packAll(join(scratch, 'tarballs'))
  for (const { name, files } of packages) report(`${name}: names of ${files.length} files`, inspectNames(files))
  const project = join(scratch, 'project')
  await Promise.all([lintAll(packages), tryAll(packages, project)])
}

/** The two linters of packages. We publish ESM only, so attw leaves out what `require` and old resolution would see. */
async function lintAll(packages) {
  const queue = packages.flatMap(({ name, tarball }) => [
    { title: `${name}: publint`, args: [bin('publint'), 'run', tarball, '--strict'] },
    {
      title: `${name}: attw (esm-only)`,
      args: [bin('@arethetypeswrong/cli'), tarball, '--profile', 'esm-only', '--quiet'],
    },
  ])
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { code, stdout, stderr } = await runProgram(process.execPath, next.args)
      report(next.title, code === 0 ? [] : [`${stdout}${stderr}`.trim()])
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

/** Installs the tarballs in an empty project; imports, types, the command and all files are looked at there. */
async function tryAll(packages, project) {
  const doors = packages.flatMap((one) => one.doors.map(({ name }) => name))
  await installInto(
    project,
    packages.map(({ tarball }) => tarball),
  )
  const alone = await tryImports(project, doors)
  await installInto(project, [
    `@types/node@${readJson('package.json').devDependencies['@types/node']}`,
    ...hostsOf(packages),
  ])
  const beside =
    alone.length === 0
      ? []
      : await tryImports(
          project,
          alone.map(({ door }) => door),
        )
  const needsHost = alone.filter(
    ({ door, why }) => isAdapter(packages, door, why) && !beside.some((one) => one.door === door),
  )
  const broken = alone.filter((one) => !needsHost.includes(one))
  report(
    `${doors.length} doors import (${needsHost.length} beside their host)`,
    broken.map(({ door, why }) => `${door}: ${why}`),
  )
  for (const resolution of ['nodenext', 'bundler'])
    report(`types of ${doors.length} doors, ${resolution}`, await tryTypes(project, doors, resolution))
  const secrets = Object.entries(process.env)
    .filter(([name, value]) => isSecretVariable(name) && value.length >= 12)
    .map(([name, value]) => ({ name, value }))
  for (const { name, manifest } of packages) {
    report(`${name}: insides`, inspectPackage(join(project, 'node_modules', name), manifest, secrets))
    for (const path of Object.values(manifest.bin ?? {}))
      await tryCommand(name, join(project, 'node_modules', name, path))
  }
}

async function tryCommand(name, path) {
  const { code, stdout, stderr } = await runProgram(process.execPath, [path, '--version'], { cwd: scratch })
  const isRight = code === 0 && stdout.trim() === readJson('package.json').version && stderr === ''
  report(
    `${name}: command`,
    isRight ? [] : [`--version said "${stdout.trim()}" and "${stderr.trim()}" with code ${code}`],
  )
}

/** True where a door cannot be imported for want of a package that its own package names as an optional peer. */
function isAdapter(packages, door, why) {
  const { manifest } = packages.find(({ doors }) => doors.some(({ name }) => name === door)) ?? {}
  return Object.keys(manifest?.peerDependenciesMeta ?? {}).some((peer) => why.includes(`'${peer}'`))
}

function report(title, problems) {
  if (problems.length === 0) passed++
  else failed++
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${title}`)
  for (const problem of problems) console.log(`       ${problem.replaceAll('\n', '\n       ')}`)
}

function bin(name) {
  const { bin: bins } = readJson(`node_modules/${name}/package.json`)
  return join(root, 'node_modules', name, typeof bins === 'string' ? bins : Object.values(bins)[0])
}

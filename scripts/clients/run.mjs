// Installs the packed packages beside real hosts in empty projects, and runs a script in each on several versions of Node:
//   npm run clients (-- --only ai --node 22 --cache FOLDER)
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packAll } from '../packing/pack.mjs'
import { runProgram } from '../packing/run-program.mjs'
import { installInto } from '../packing/try-packages.mjs'
import { root } from '../packing/workspaces.mjs'
import { printAgents } from './print-agents.mjs'
import { table } from './table.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    node: { type: 'string', multiple: true },
    cache: { type: 'string' },
  },
})
const rows = table.filter(({ name }) => name.includes(values.only))
const nodes = [...new Set(rows.flatMap((row) => row.nodes))].filter((node) => values.node?.includes(`${node}`) ?? true)

/** Installed hosts and Nodes stay in the folder of `--cache`; without it, nothing stays. */
const scratch = values.cache ?? mkdtempSync(join(tmpdir(), 'palimpsest-clients-'))
const results = []
try {
  const packed = await packAll(join(scratch, 'tarballs'))
  const programs = new Map()
  for (const node of nodes) programs.set(node, await programOf(node))
  for (const row of rows) await tryRow(row, packed, programs)
} finally {
  if (values.cache === undefined) rmSync(scratch, { recursive: true, force: true })
}
printTable()
printAgents(results)
for (const { title, error } of results.filter(({ isFine }) => !isFine)) console.log(`\n${title}:\n${error}`)
const passed = results.filter(({ isFine }) => isFine).length
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exitCode = passed === results.length && passed > 0 ? 0 : 1

/** One project for a row, whatever Node runs it. What was kept of ours is thrown away: a tarball may have changed under its name. */
async function tryRow(row, packed, programs) {
  const project = join(scratch, row.name.replace(/[^a-z0-9.]+/g, '-'))
  for (const old of [
    'node_modules/@palimpsest',
    'node_modules/.package-lock.json',
    'package-lock.json',
    'package.json',
  ])
    rmSync(join(project, old), { recursive: true, force: true })
  try {
    await installInto(project, [...specifiersOf(row.packages, packed)])
  } catch (error) {
    results.push({ row, column: 'install', title: `${row.name}, install`, isFine: false, error: error.message })
    return
  }
  if (row.types !== undefined) await record(row, 'types', () => compile(project, row.types))
  for (const file of [row.script, ...(row.files ?? [])])
    copyFileSync(join(root, 'scripts/clients', file), join(project, file))
  const home = join(project, 'home')
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home }
  for (const node of row.nodes.filter((one) => programs.has(one)))
    await record(row, `${node}`, () =>
      runProgram(programs.get(node), [row.script], { cwd: project, env, timeout: 120_000 }),
    )
}

async function record(row, column, run) {
  const start = performance.now()
  const { code, stdout, stderr } = await run()
  const ms = Math.round(performance.now() - start)
  const error = `${stdout}${stderr}`.trim().split('\n').slice(0, 30).join('\n')
  results.push({ row, column, title: `${row.name}, ${column}`, isFine: code === 0, ms, error, stdout })
}

/** Our packages are installed from their tarballs, with all of ours that they depend on; the registry may not have them. */
function specifiersOf(names, packed) {
  const found = new Set()
  const add = (name) => {
    const ours = packed.find((one) => one.name === name)
    if (ours === undefined) return
    found.add(ours.tarball)
    for (const needed of Object.keys(ours.manifest.dependencies ?? {})) add(needed)
  }
  for (const name of names) packed.some((one) => one.name === name) ? add(name) : found.add(name)
  return found
}

function compile(project, file) {
  copyFileSync(join(root, 'scripts/clients', file), join(project, file))
  const options = { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, skipLibCheck: true }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [file] }))
  return runProgram(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: project })
}

/** This Node where it is the one that is wanted, else the newest of that line from npm. */
async function programOf(node) {
  if (process.versions.node.startsWith(`${node}.`)) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(scratch, `node-${node}`)
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(program)) await installInto(folder, [`${name}@${node}`])
  return program
}

function printTable() {
  const columns = ['types', ...nodes.map(String)]
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log(
    [''.padEnd(width), ...columns.map((one) => (one === 'types' ? one : `Node ${one}`).padStart(9))].join(' '),
  )
  for (const row of rows) {
    const cells = columns.map((column) => {
      const one = results.find((result) => result.row === row && result.column === column)
      return one === undefined ? '–' : one.isFine ? `${one.ms} ms` : 'FAILED'
    })
    console.log([row.name.padEnd(width), ...cells.map((cell) => cell.padStart(9))].join(' '))
  }
}

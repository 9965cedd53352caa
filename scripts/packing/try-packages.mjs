import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, runProgram } from './run-program.mjs'
import { readJson, root } from './workspaces.mjs'

/** Installs packed packages in an empty project, as a user would. */
export async function installInto(folder, specifiers) {
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "name": "empty", "private": true, "type": "module" }\n')
  const quiet = ['--ignore-scripts', '--prefer-offline', '--loglevel=error']
  await npm(['install', ...quiet, ...specifiers], { cwd: folder })
}

/** Imports every door in a process of its own kind, plain Node; tells which cannot be imported, and why. */
export async function tryImports(folder, doors) {
  const script = `
    for (const door of ${JSON.stringify(doors)}) {
      try {
        await import(door)
      } catch (error) {
        console.log(JSON.stringify({ door, why: error.message.split('\\n')[0] }))
      }
    }`
  const done = await runProgram(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
  const failed = done.stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return done.code === 0 ? failed : [...failed, { door: 'all doors', why: done.stderr.trim() }]
}

/** Compiles a file that imports every door; errors in declarations count where they are ours. */
export async function tryTypes(folder, doors, resolution) {
  const module = resolution === 'nodenext' ? 'nodenext' : 'esnext'
  const options = {
    module,
    moduleResolution: resolution,
    target: 'es2023',
    lib: ['es2023', 'dom'],
    strict: true,
    noEmit: true,
  }
  const files = [`${resolution}.ts`]
  const imports = doors.map((door, i) => `import * as door${i} from '${door}'`)
  const text = [...imports, `export const all = [${doors.map((_, i) => `door${i}`).join(', ')}]`, '']
  writeFileSync(join(folder, files[0]), text.join('\n'))
  const config = `tsconfig.${resolution}.json`
  writeFileSync(join(folder, config), JSON.stringify({ compilerOptions: { ...options, types: ['node'] }, files }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const done = await runProgram(process.execPath, [compiler, '-p', config], { cwd: folder })
  const errors = done.stdout.split('\n').filter((line) => /error TS/.test(line))
  return errors.filter((line) => /^(?:node_modules\/@palimpsest\/|nodenext\.ts|bundler\.ts|error)/.test(line))
}

/** Hosts that packages name as optional peers, in the versions that the checkout is tested with. */
export function hostsOf(packages) {
  const { devDependencies } = readJson('package.json')
  const peers = Object.assign({}, ...packages.map(({ manifest }) => manifest.peerDependencies ?? {}))
  return Object.entries(peers).map(([name, range]) => `${name}@${devDependencies[name] ?? range}`)
}

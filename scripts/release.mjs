// Releases all packages at once, in two steps. Nothing is changed or published without --yes:
//   npm run release -- cut minor       the next version in all manifests, the changelog and the lock file; a commit and a tag
//   npm run release -- publish         builds what is tagged anew and publishes it, in the release workflow
//   npm run release -- --dry-run       shows both
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runProgram } from './packing/run-program.mjs'
import { readJson, root, workspaces } from './packing/workspaces.mjs'
import { nextVersion } from './release/next-version.mjs'
import { git, obstaclesToCut, obstaclesToPublish } from './release/obstacles.mjs'
import { publishAll } from './release/publish-all.mjs'
import { setVersion } from './release/set-version.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { yes: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } },
})
const [step, wanted = 'patch'] = positionals
const isDry = !values.yes || values['dry-run']
const say = (text) => console.log(text)

try {
  if (step === 'cut') await cut()
  else if (step === 'publish') await publish()
  else if (step === undefined && isDry) await Promise.resolve(cut()).then(publish)
  else throw new Error('Name a step: cut or publish.')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function cut() {
  const version = nextVersion(readJson('package.json').version, wanted)
  await stopAt(await obstaclesToCut(version))
  const tasks = `version ${version} of ${workspaces().length} packages, a section of the changelog, a commit and the tag v${version}`
  if (isDry) return say(`would write ${tasks}`)
  setVersion(version, new Date().toISOString().slice(0, 10))
  await git('commit', '--all', '--message', `chore(release): ${version}`)
  await git('tag', '--annotate', `v${version}`, '--message', `Palimpsest ${version}`)
  say(`wrote ${tasks}. Push both: git push --follow-tags`)
}

async function publish() {
  await stopAt(await obstaclesToPublish(process.env))
  // What was built before may hold files whose sources are gone. A dry run leaves the folders alone: a process may be using them.
  if (!isDry)
    for (const { folder } of workspaces()) rmSync(join(root, folder, 'dist'), { recursive: true, force: true })
  const built = await runProgram(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b'], { cwd: root })
  if (built.code !== 0) throw new Error(`The build failed.\n${built.stdout}`)
  const names = await publishAll({ isDry, say })
  say(`${isDry ? 'dry run: ' : ''}${names.length} packages, in order: ${names.join(', ')}`)
}

/** A dry run tells what is in the way and goes on. */
async function stopAt(obstacles) {
  for (const obstacle of obstacles) say(`${isDry ? 'in the way' : 'stopped'}: ${obstacle}`)
  if (obstacles.length > 0 && !isDry) throw new Error('Nothing was changed.')
}

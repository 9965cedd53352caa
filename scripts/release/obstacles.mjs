import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { outdatedFiles } from '../packing/derived-files.mjs'
import { runProgram } from '../packing/run-program.mjs'
import { readJson, root } from '../packing/workspaces.mjs'
import { unreleased } from './cut-changelog.mjs'

/** Why no version can be cut now. */
export async function obstaclesToCut(version) {
  return [
    ...(await treeObstacles()),
    ...(version === undefined ? ['the version is none: name one, or major, minor or patch'] : []),
    ...((await git('tag', '--list', `v${version}`)) === '' ? [] : [`the tag v${version} exists`]),
    ...(unreleased(read('CHANGELOG.md')) === '' ? ['CHANGELOG.md notes nothing under [Unreleased]'] : []),
    ...(/not on npm yet/i.test(read('README.md')) ? ['README.md says that the packages are not on npm yet'] : []),
  ]
}

/** Why the version that is checked out cannot be published now. */
export async function obstaclesToPublish(environment) {
  const { version } = readJson('package.json')
  const tags = (await git('tag', '--points-at', 'HEAD')).split('\n')
  return [
    ...(await treeObstacles()),
    ...(tags.includes(`v${version}`) ? [] : [`what is checked out has no tag v${version}`]),
    ...('ACTIONS_ID_TOKEN_REQUEST_URL' in environment
      ? []
      : ['provenance can only be stated by the release workflow, where an identity token can be had']),
  ]
}

async function treeObstacles() {
  const changed = await git('status', '--porcelain')
  return [
    ...(changed === '' ? [] : ['there are changes that are not committed']),
    ...outdatedFiles().map(({ path }) => `${path} is outdated: run "npm run packages -- --write"`),
  ]
}

/** Runs git in the checkout; what it printed. */
export async function git(...args) {
  const { code, stdout, stderr } = await runProgram('git', args, { cwd: root })
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`)
  return stdout.trim()
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}

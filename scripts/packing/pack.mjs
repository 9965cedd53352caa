import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './run-program.mjs'
import { root, workspaces } from './workspaces.mjs'

/** Packs every workspace into a folder; each comes with its tarball and the files inside, in the order of publishing. */
export async function packAll(folder) {
  mkdirSync(folder, { recursive: true })
  const packed = await packNpm(['--workspaces', '--pack-destination', folder])
  return packed.map((one) => ({ ...one, tarball: join(folder, one.filename) }))
}

/** The files that one workspace would publish, without writing a tarball. */
export async function listPacked(name) {
  const [one] = await packNpm(['--workspace', name, '--dry-run'])
  return one.files
}

async function packNpm(args) {
  const said = JSON.parse(await npm(['pack', '--json', ...args], { cwd: root }))
  return workspaces().flatMap((workspace) => {
    const packed = said.find(({ name }) => name === workspace.name)
    if (packed === undefined) return []
    const { filename, size, files } = packed
    return [{ ...workspace, filename, size, files: files.map(({ path }) => path) }]
  })
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectNames } from '../packing/inspect-package.mjs'
import { packAll } from '../packing/pack.mjs'
import { npm } from '../packing/run-program.mjs'

/**
 * Packs all and publishes each, those that others depend on first; returns their names. One that the registry already has is left
 * out, so a release that stopped half-way can be run again.
 */
export async function publishAll({ isDry, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'palimpsest-release-'))
  try {
    const packages = await packAll(scratch)
    const problems = packages.flatMap(({ name, files }) => inspectNames(files).map((problem) => `${name}: ${problem}`))
    if (problems.length > 0) throw new Error(problems.join('\n'))
    for (const one of packages) {
      const { version } = one.manifest
      if (!isDry && (await isPublished(one.name, version))) {
        say(`${one.name}@${version} is published already`)
        continue
      }
      const how = isDry ? ['--dry-run', '--no-provenance'] : ['--provenance']
      await npm(['publish', one.tarball, '--access', 'public', '--tag', tagOf(version), ...how], { cwd: scratch })
      say(
        `${isDry ? 'would publish' : 'published'} ${one.name}@${version}: ${one.files.length} files, ${kilobytes(one.size)}`,
      )
    }
    return packages.map(({ name }) => name)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function isPublished(name, version) {
  try {
    return (await npm(['view', `${name}@${version}`, 'version'])).trim() === version
  } catch {
    // The registry knows no such package yet.
    return false
  }
}

/** What is not a final version must not become what `npm install` takes. */
function tagOf(version) {
  return version.includes('-') ? 'next' : 'latest'
}

function kilobytes(size) {
  return `${Math.ceil(size / 1000)} kB`
}

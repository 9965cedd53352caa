import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFiles } from '../home/location.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { codeOf, type DoctorCheck, ok, warn } from './doctor-check.ts'

export interface PrivacyQuestion {
  readonly home: string
  /** Of the database. */
  readonly location: string
  /** The folder of that database's long outputs; it may also contain other things of the user. */
  readonly results: string
  /** Revoke the permissions of others rather than report them. */
  readonly fix: boolean
}

/** Code that others wrote; there is nothing private in it. */
const notPrivate: ReadonlySet<string> = new Set(['plugins', 'node_modules'])

const othersMay = 0o077

/** Checks that only the user can read what is kept. Changes nothing unless asked to: it may be intentional. */
export async function checkPrivacy({ home, location, results, fix }: PrivacyQuestion): Promise<DoctorCheck> {
  if (process.platform === 'win32')
    return ok('privacy', 'not checked: on Windows the rights of your user folder decide who can read')
  const root = await realpath(home).catch(() => home)
  const found = await Promise.all([openBelow(root), openResults(results), ...databaseFiles(location).map(openAt)])
  const openPaths = [...new Map(found.flat().map((each) => [each.path, each])).values()]
  if (openPaths.length === 0) return ok('privacy', `nobody else can read ${home}`)
  if (fix) return mended(openPaths)
  const shown = openPaths.map(({ path, mode }) => `${path} (${(mode & 0o777).toString(8)})`)
  return warn(
    'privacy',
    `others may open ${listed(shown)}`,
    'Make it private: palimpsest doctor --fix. Leave it if you want it so.',
  )
}

interface OpenPath {
  readonly path: string
  readonly mode: number
  readonly isFolder: boolean
}

/** A link has no rights of its own, and where it leads may not be ours. */
async function openAt(path: string): Promise<readonly OpenPath[]> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats === undefined || !(stats.isFile() || stats.isDirectory()) || (stats.mode & othersMay) === 0) return []
  return [{ path, mode: stats.mode, isFolder: stats.isDirectory() }]
}

async function openBelow(folder: string): Promise<readonly OpenPath[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = [...(await openAt(folder))]
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !notPrivate.has(entry.name)) found.push(...(await openBelow(path)))
    if (entry.isFile()) found.push(...(await openAt(path)))
  }
  return found
}

/** The folders of conversations, named by a hash or, earlier, by an id. */
const ofConversation = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Beside a database anything may be called results: only what is surely ours is looked at. */
async function openResults(folder: string): Promise<readonly OpenPath[]> {
  const root = await realpath(folder).catch(() => folder)
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const ours = entries.filter((entry) => entry.isDirectory() && ofConversation.test(entry.name))
  return (await Promise.all(ours.map(({ name }) => openBelow(join(root, name))))).flat()
}

/** The folder that holds all comes first: once it is closed, nobody can get at the rest. */
async function mended(openPaths: readonly OpenPath[]): Promise<DoctorCheck> {
  const failures: string[] = []
  const done: string[] = []
  for (const each of openPaths) {
    try {
      await close(each)
      done.push(each.path)
    } catch (error) {
      failures.push(`${each.path} (${codeOf(error)})`)
    }
  }
  if (failures.length === 0) return ok('privacy', `made private: ${listed(done)}`)
  return warn(
    'privacy',
    `could not be made private: ${listed(failures)}`,
    'Check whose it is, and change it as its owner.',
  )
}

/** By what is open, not by its name: it might have been exchanged for a link. */
async function close({ path, mode, isFolder }: OpenPath): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    await handle.chmod(mode & (isFolder ? 0o700 : 0o600))
  } finally {
    await handle.close()
  }
}

const mostListed = 4

function listed(names: readonly string[]): string {
  const more = names.length - mostListed
  return [...names.slice(0, mostListed), ...(more > 0 ? [`${countNoun(more, 'more place')}`] : [])].join(', ')
}

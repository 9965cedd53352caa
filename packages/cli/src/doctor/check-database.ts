import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { SessionStore } from '@palimpsest/core/store'
import { openStore } from '../compose.ts'
import { UserError } from '../errors/user-error.ts'
import { isPostgresUrl, shownLocation } from '../home/location.ts'
import { storeError } from '../store/store-error.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { bytesText } from './check-disk.ts'
import { codeOf, type DoctorCheck, fail, ok, warn } from './doctor-check.ts'

/** Proving a larger one sound takes longer than a person likes to wait here. */
const mostVerifiedBytes = 50_000_000

/** Checks that the database opens, is writable and is sound. One that does not exist yet is not created. */
export async function checkDatabase(location: string): Promise<DoctorCheck> {
  const shown = shownLocation(location)
  try {
    const bytes = isPostgresUrl(location) ? undefined : await sizeOf(location)
    if (bytes === 'none') return ok('database', `${shown} will be made when it is first needed`)
    return await checkOpened(location, shown, bytes)
  } catch (error) {
    const told = storeError(error, shown)
    if (told instanceof UserError)
      return fail('database', told.message, told.remedy ?? 'Name another database with --db.')
    return fail(
      'database',
      `${shown} cannot be opened (${codeOf(error)})`,
      'Check its permissions, or name another with --db.',
    )
  }
}

async function sizeOf(path: string): Promise<number | 'none'> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (found?.isDirectory()) throw new UserError(`${path} is a folder`, { remedy: 'Name the database file inside it.' })
  return found?.size ?? 'none'
}

async function checkOpened(location: string, shown: string, bytes: number | undefined): Promise<DoctorCheck> {
  const store = await openStore(location)
  try {
    await write(store)
    const size = bytes === undefined ? '' : `, ${bytesText(bytes)}`
    if (bytes !== undefined && bytes > mostVerifiedBytes)
      return ok('database', `${shown}${size}: opens and can be written; prove it sound with "palimpsest verify"`)
    const problems = await store.verify()
    if (problems.length === 0) return ok('database', `${shown}${size}: opens, can be written, is sound`)
    const tell = problems.every(({ derived }) => derived) ? warn : fail
    return tell(
      'database',
      `${shown}${size}: ${countNoun(problems.length, 'problem')}`,
      'Look at them: palimpsest verify',
    )
  } finally {
    await store.end()
  }
}

/** A lease is the smallest thing that can be written, and is given back at once. */
async function write({ leases }: SessionStore): Promise<void> {
  const holder = randomUUID()
  const now = Date.now()
  await leases.take('doctor', holder, now + 1_000, now)
  await leases.release('doctor', holder)
}

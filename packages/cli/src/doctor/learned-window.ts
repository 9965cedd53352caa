import { stat } from 'node:fs/promises'
import { limitFor, readLimits } from '@palimpsest/core/overflow'
import { openStore } from '../compose.ts'
import { isPostgresUrl } from '../home/location.ts'

/** A model and where it is asked for, with the window that settings, catalogue or server give it. */
export type AskedModel = Parameters<typeof limitFor>[1]

/** The limit that the provider stated in an earlier run, where it still counts. A database that is not there is not made. */
export async function learnedWindow(location: string, model: AskedModel): Promise<number | undefined> {
  if (!isPostgresUrl(location) && !(await isThere(location))) return undefined
  // That a database does not open is told by its own check.
  const store = await openStore(location).catch(() => undefined)
  try {
    return limitFor(readLimits(await store?.state.get('agent/limits', 'stated')), model)
  } catch {
    return undefined
  } finally {
    await store?.end()
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

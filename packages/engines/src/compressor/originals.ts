import type { EnginePorts, Shown } from '@palimpsest/core/engine'

/**
 * Returns what was said in these places: lines that an earlier compaction made are read in the original. Text that another
 * engine made in place of many messages is read as it is: all of them again would cost what they cost the first time.
 */
export async function shownOriginals(ports: EnginePorts, shown: readonly Shown[]): Promise<readonly Shown[]> {
  const made = shown.filter(({ standsFor }) => standsFor?.length === 1)
  if (made.length === 0) return shown
  const originals = await Promise.all(made.map(({ id }) => ports.originals([id])))
  const byId = new Map(made.map(({ id }, i) => [id, originals[i] ?? []]))
  return shown.flatMap((each) => {
    const found = byId.get(each.id) ?? []
    return found.length > 0 ? found : [each]
  })
}

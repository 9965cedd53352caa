import { Failure } from '../errors.ts'
import { idRule, isId, quoteId } from '../log/is-id.ts'

/** Refuses to give anything new a name that no dump of it could be loaded with. What has such a name keeps it. */
export function checkNewIds(ids: Iterable<string>): void {
  for (const id of ids) {
    if (isId(id)) continue
    const reason = `${quoteId(id)} is not ${idRule}`
    throw new Failure('store/invalid', `The store refuses this: ${reason}.`, { reason })
  }
}

import { createCatalogue } from '@palimpsest/core/models'
import { nearest } from './nearest.ts'

/** Names of models are long and alike, so only a slip of a few letters is taken for one. */
const wrongShare = 0.25

/** A question that follows a name which the catalogue does not know; nothing where no name is close. */
export function nearestModelHint(name: string): string {
  const ids = createCatalogue().models.map(({ id }) => id)
  const meant = nearest(name, ids, wrongShare)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

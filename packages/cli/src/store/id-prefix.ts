import { isId, quoteId } from '@palimpsest/core/log'
import { UserError } from '../errors/user-error.ts'
import { listRemedy } from './store-error.ts'

/** Shorter beginnings are typing errors more often than ids. */
const fewestCharacters = 4

const shownMatches = 5

/** Refuses what cannot be the beginning of an id, or is too short to mean anything. */
export function checkPrefix(text: string): void {
  if (text !== '' && !isId(text)) throw new UserError(`${quoteId(text)} is not an id`, { remedy: listRemedy })
  if (text.length < fewestCharacters)
    throw new UserError(`"${text}" is too short for an id`, {
      remedy: `Give at least its first ${fewestCharacters} characters.`,
    })
}

/** The one thing whose id starts so; `undefined` where there is none. */
export function onlyOne<T extends { readonly id: string }>(text: string, matches: readonly T[]): T | undefined {
  if (matches.length <= 1) return matches[0]
  const shown = matches.slice(0, shownMatches).map(({ id }) => id)
  const more = matches.length > shown.length ? ', …' : ''
  throw new UserError(`"${text}" is the beginning of ${matches.length} ids`, {
    remedy: `Give more characters: ${shown.join(', ')}${more}`,
  })
}

import { normaliseModelName } from './normalise-model-name.ts'

/** A day that a snapshot of a model is named after, or the word for the newest. */
const snapshot = /-(?:20\d{6}|20\d{2}-\d{2}-\d{2}|latest)$/

/** True when two names mean one model: a request for an alias is answered under its snapshot's name. */
export function isSameModel(one: string, other: string): boolean {
  return one === other || plainName(one) === plainName(other)
}

function plainName(name: string): string {
  return normaliseModelName(name).replace(snapshot, '')
}

import { normaliseModelName } from './normalise-model-name.ts'

/** A day that a snapshot of a model is named after, or the word for the newest. */
const snapshot = /-(?:20\d{6}|20\d{2}-\d{2}-\d{2}|latest)$/

/** Whether two names mean one model: who asks for an alias is answered under the name of its snapshot. */
export function isSameModel(one: string, other: string): boolean {
  return one === other || plainName(one) === plainName(other)
}

function plainName(name: string): string {
  return normaliseModelName(name).replace(snapshot, '')
}

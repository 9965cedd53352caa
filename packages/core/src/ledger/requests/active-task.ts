import type { Shown } from '../../contract/occasion.ts'
import type { EntryId } from '../../log/entry.ts'
import { isSpilled } from '../authorship/is-spilled.ts'
import { isBackground, spokenText } from '../authorship/spoken-text.ts'
import type { RequestFact } from '../ledger.ts'
import { isOnlyRules } from '../rules/only-rules.ts'
import { asksNothing } from './asks-nothing.ts'

/**
 * Returns the user's latest request, word for word. One that only says to continue, or how, is given below the
 * request it refers to, since alone it names no task; that one may be known only from the ledger, once `summary`
 * represents it.
 */
export function activeTask(
  items: readonly Shown[],
  earlier: readonly RequestFact[] = [],
  summary?: EntryId,
): string | undefined {
  let latest: string | undefined
  for (const shown of items.toReversed()) {
    if (shown.id === summary) {
      // What a summary stands for was said after the beginning that is shown before it.
      const between = latest === undefined ? undefined : namedIn(earlier, items)
      if (between !== undefined) return withLatest(between, latest)
      continue
    }
    const text = requestText(shown)
    if (text === '' || (latest !== undefined && isBackground(text))) continue
    if (namesTask(text)) return withLatest(text, latest)
    latest ??= text
  }
  const referred = latest === undefined ? undefined : namedIn(earlier, items)
  return referred === undefined ? latest : withLatest(referred, latest)
}

/** The newest of the requests that names a task; in full where it is shown, since a ledger cuts long ones. */
function namedIn(requests: readonly RequestFact[], items: readonly Shown[]): string | undefined {
  const named = requests.findLast(({ text, calledOff }) => calledOff !== true && namesTask(text))
  const shown = items.find(({ id }) => id === named?.entry)
  const whole = shown === undefined ? '' : requestText(shown)
  return named === undefined || whole === '' ? named?.text : whole
}

/** Text that an engine made is nobody's, but a request that was shortened is still one. */
export function requestText({ message, standsFor }: Shown): string {
  return standsFor === undefined || isSpilled(message) ? spokenText(message) : ''
}

function withLatest(text: string, latest: string | undefined): string {
  return latest === undefined ? text : `${text}\n\n${latest}`
}

/** True if a request says what is to be done, and not only that it be done, or how. */
export function namesTask(text: string): boolean {
  return !asksNothing(text) && !isOnlyRules(text)
}

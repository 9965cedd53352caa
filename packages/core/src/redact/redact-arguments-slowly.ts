import { isList, isObject, type Json, parseJson } from '../json.ts'
import { redactJson } from './redact-message.ts'
import { redactTextSlowly } from './redact-text-slowly.ts'

/** So many characters of short texts are gone through before others may run: some milliseconds' worth. */
const stepChars = 40_000

/** The arguments of a call without their secrets, as `redactMessage` leaves them, but lets others run in between. */
export async function redactArgumentsSlowly(text: string, pause: () => Promise<void>): Promise<string> {
  // JSON that holds lines spells their ends.
  const redacted = await redactTextSlowly(text, pause, '\\n')
  const value = parseJson(text)
  await pause()
  if (value === undefined) return redacted
  const kept = redacted === text ? value : parseJson(redacted)
  await pause()
  const texts = await redactTexts(kept ?? value, pause)
  const after = redactJson(kept ?? value, (each) => texts.get(each) ?? each)
  await pause()
  return kept !== undefined && after === kept ? redacted : JSON.stringify(after)
}

/** Every text of a value, and what is left of it. */
async function redactTexts(value: Json, pause: () => Promise<void>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  let chars = 0
  for (const text of textsIn(value)) {
    if (texts.has(text)) continue
    texts.set(text, await redactTextSlowly(text, pause))
    chars += text.length
    if (chars < stepChars) continue
    chars = 0
    await pause()
  }
  return texts
}

function* textsIn(value: Json | undefined): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (isList(value)) for (const item of value) yield* textsIn(item)
  else if (isObject(value)) for (const field of Object.values(value)) yield* textsIn(field)
}

import type { ToolChoice } from '../../contract/receipt.ts'
import { isList, isObject, type Json } from '../../json.ts'

/** Reads the choice of tools off a stored receipt; `undefined` where it has none, as in those of older versions. */
export function readToolChoice(receipt: Json | undefined): ToolChoice | undefined {
  const choice = isObject(receipt) ? receipt.tools : undefined
  if (!isObject(choice) || !isList(choice.leftOut)) return undefined
  const { shown, savedTokens, unused } = choice
  const counts = isObject(unused) ? Object.entries(unused) : []
  return {
    shown: typeof shown === 'number' ? shown : 0,
    leftOut: choice.leftOut.filter((name) => typeof name === 'string'),
    savedTokens: typeof savedTokens === 'number' ? savedTokens : 0,
    unused: Object.fromEntries(
      counts.flatMap(([name, count]) => (typeof count === 'number' ? [[name, count] as const] : [])),
    ),
  }
}

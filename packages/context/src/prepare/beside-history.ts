import type { Json } from '@palimpsest/core/json'
import { textHash } from '@palimpsest/core/text'
import type { Counter } from '@palimpsest/core/tokens'
import { copyJson, isCopyOf } from '../wire/copy-json.ts'
import type { HostHistory } from '../wire/read-history.ts'
import type { RecognisedBody } from '../wire/recognise-body.ts'

/** What a request carries beside the history: instructions and tools. */
export interface Beside {
  readonly system: Json
  readonly tools: readonly Json[]
  readonly tokens: number
  /** Stands for the instructions alone, and for all of it. */
  readonly systemPrint: string
  readonly print: string
  readonly hasTools: boolean
}

/** Measures instructions and tools; those of the last request are not measured again. */
export function besideHistory(
  { system, tools }: RecognisedBody,
  { units, openingUnits }: HostHistory,
  counter: Counter,
  known: Beside | undefined,
): Beside {
  const opening = units.slice(0, openingUnits).flatMap(({ items }) => items)
  const asked = [system ?? null, opening]
  if (known !== undefined && isCopyOf(known.system, asked) && isCopyOf(known.tools, tools)) return known
  const copy = copyJson(asked)
  const list = tools.map((tool) => copyJson(tool))
  const texts = textsIn(system) + textsIn(opening)
  const tokens = list.reduce<number>((sum, tool) => sum + count(counter, JSON.stringify(tool)), count(counter, texts))
  const text = JSON.stringify(copy)
  return {
    system: copy,
    tools: list,
    tokens,
    systemPrint: printOf(text),
    print: printOf(text + JSON.stringify(list)),
    hasTools: list.length > 0,
  }
}

function count(counter: Counter, text: string): number {
  return text === '' ? 0 : counter.part({ type: 'text', text })
}

function printOf(text: string): string {
  return textHash(text) + textHash(text, 0x2f0b4c47)
}

/** All texts in a system prompt, whatever shape it has. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return `${value}\n`
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value).reduce((all, [key, field]) => {
    return key === 'role' || key === 'type' ? all : all + textsIn(field)
  }, '')
}

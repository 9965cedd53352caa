import { endOfString } from '../../json.ts'
import { lineAndColumn, type TextPlace } from './unreadable.ts'

/** Finds where a path such as `messages[3].content` leads in a valid JSON text, as far as it can be followed. */
export function locateJsonPath(text: string, path: string): Required<TextPlace> {
  let at = skipSpace(text, 0)
  for (const step of stepsOf(path)) {
    const inside = typeof step === 'number' ? item(text, at, step) : field(text, at, step)
    if (inside === undefined) break
    at = inside
  }
  return lineAndColumn(text, at)
}

function stepsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t\r\n,:'.includes(text.charAt(at))) at++
  return at
}

function item(text: string, start: number, index: number): number | undefined {
  if (text[start] !== '[') return undefined
  let at = skipSpace(text, start + 1)
  for (let i = 0; i < index; i++) at = skipSpace(text, endOfValue(text, at))
  return text[at] === ']' ? undefined : at
}

function field(text: string, start: number, name: string): number | undefined {
  if (text[start] !== '{') return undefined
  let at = skipSpace(text, start + 1)
  while (text[at] === '"') {
    const end = endOfString(text, at) + 1
    const key = JSON.parse(text.slice(at, end)) as string
    const value = skipSpace(text, end)
    if (key === name) return value
    at = skipSpace(text, endOfValue(text, value))
  }
  return undefined
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start) + 1
  if (text[start] !== '[' && text[start] !== '{') {
    let at = start
    while (at < text.length && !',]} \t\r\n'.includes(text.charAt(at))) at++
    return at
  }
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const unit = text[at]
    if (unit === '"') at = endOfString(text, at)
    else if (unit === '[' || unit === '{') depth++
    else if ((unit === ']' || unit === '}') && --depth === 0) return at + 1
  }
  return text.length
}

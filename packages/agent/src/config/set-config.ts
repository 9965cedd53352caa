import { equalJson, type Json } from '@palimpsest/core/json'
import type { ConfigProblem } from './config-problem.ts'
import { configRow } from './config-table.ts'
import { loadConfig } from './load-config.ts'
import { newKey, respell } from './old-spellings.ts'
import { parseValue } from './parse-value.ts'
import { readYaml } from './read-yaml.ts'
import { unknownKey } from './unknown-key.ts'
import { writeKey } from './write-key.ts'

/** The changed text, or why nothing may be changed. */
export type ChangedConfig =
  | { readonly kind: 'changed'; readonly text: string; readonly key: string; readonly value: Json }
  | { readonly kind: 'refused'; readonly problems: readonly ConfigProblem[] }

/**
 * Sets one key in the text of a file and leaves the rest, comments included. `value` is plain text, as typed.
 * Existing faults do not block the change, so a broken file can be fixed key by key.
 */
export function setConfig(text: string, written: string, value: string, path = 'config.yaml'): ChangedConfig {
  const row = configRow(newKey(written) ?? written)
  if (row === undefined) return { kind: 'refused', problems: [unknownKey(written, 'config set')] }
  const { key } = row
  const parsed = parseValue(row, value)
  const { document, problems } = readYaml(text, path)
  if (document.errors.length + document.warnings.length > 0) return { kind: 'refused', problems }
  const changed = writeKey(text, key, parsed)
  const added = changed === undefined ? [byHand(key, path)] : newProblems(text, changed, key)
  if (changed === undefined || added.length > 0)
    return { kind: 'refused', problems: added.map((problem) => atCommand(problem, key)) }
  if (!changesOnly(key, parsed, text, changed)) return { kind: 'refused', problems: [byHand(key, path)] }
  return { kind: 'changed', text: changed, key, value: parsed }
}

function newProblems(before: string, after: string, key: string): readonly ConfigProblem[] {
  const known = new Set(problemsOf(before).map(({ message }) => message))
  const faults = problemsOf(after).filter(({ isUnused }) => !isUnused)
  return faults.filter((problem) => problem.key === key || !known.has(problem.message))
}

function problemsOf(text: string): readonly ConfigProblem[] {
  const loaded = loadConfig({ text })
  return loaded.kind === 'refused' ? loaded.problems : []
}

/** The line of a text that was never written would point nowhere. */
function atCommand(problem: ConfigProblem, key: string): ConfigProblem {
  return problem.key === key ? { ...problem, place: 'config set' } : problem
}

/** An anchor can tie other keys to the one that is set; they must not change behind the user's back. */
function changesOnly(key: string, value: Json, before: string, after: string): boolean {
  const wanted = new Map([...valuesOf(before), [key, value]])
  const got = valuesOf(after)
  return got.size === wanted.size && [...got].every(([name, held]) => equalJson(held, wanted.get(name)))
}

function valuesOf(text: string): ReadonlyMap<string, Json> {
  return new Map(respell(readYaml(text, '').settings).settings.map((setting) => [setting.key, setting.value]))
}

function byHand(key: string, path: string): ConfigProblem {
  const message = `${key} cannot be set without changing something else in the file`
  return { place: path, key, message, remedy: 'An anchor or alias ties them together: edit the file by hand.' }
}

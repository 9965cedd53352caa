import type { UnchangedReason } from '../../contract/plan.ts'
import { isFailure } from '../../errors.ts'
import { malformed } from '../../expect.ts'
import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import { checkMessage } from '../../message/check-message.ts'
import { type FieldCheck, isListOf, isOneOf, isText } from '../../message/check-message-fields.ts'

/** Returns what is wrong with the form of any plan; `undefined` for nothing. Its effect is for `checkPlan`. */
export function planFault(value: unknown): string | undefined {
  try {
    checkForm(value as Json | undefined)
    return undefined
  } catch (error) {
    return isFailure(error, 'wire/malformed') ? error.message : `the plan cannot be read (${wordsOf(error)})`
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const reasons: Readonly<Record<UnchangedReason, UnchangedReason>> = {
  'below-threshold': 'below-threshold',
  'nothing-to-compress': 'nothing-to-compress',
  irreducible: 'irreducible',
  'no-gain': 'no-gain',
  disabled: 'disabled',
  aborted: 'aborted',
}

function checkForm(plan: Json | undefined): void {
  if (!isObject(plan)) throw malformed('plan', 'an object')
  switch (isOneOf('unchanged', 'deferred', 'compact')(plan.kind, 'plan.kind')) {
    case 'unchanged':
      isOneOf(...Object.values(reasons))(plan.reason, 'plan.reason')
      isText(plan.detail, 'plan.detail')
      return
    case 'deferred':
      isNumber(plan.until, 'plan.until')
      isText(plan.detail, 'plan.detail')
      return
    case 'compact':
      checkCompact(plan)
  }
}

function checkCompact(plan: JsonObject): void {
  isListOf(isViewItem)(plan.view, 'plan.view')
  checkJson(plan.memo, 'plan.memo')
  for (const name of ['constraints', 'flags']) isListOf(isText)(plan[name], `plan.${name}`)
  hasNumbers('cleared', 'deduplicated', 'shortened', 'spilled', 'summarised')(plan.saved, 'plan.saved')
  hasNumbers('tokens', 'chunks', 'coverage')(plan.summary, 'plan.summary')
  isOneOf('model', 'mechanical', 'none')(isObject(plan.summary) ? plan.summary.by : undefined, 'plan.summary.by')
  for (const name of ['summarisedMessages', 'floorTokens']) isNumber(plan[name], `plan.${name}`)
  if (!isObject(plan.survival)) throw malformed('plan.survival', 'an object')
  for (const [name, each] of Object.entries(plan.survival))
    hasNumbers('inContext', 'total')(each, `plan.survival.${name}`)
  isListOf(hasTexts('model', 'cause', 'message'))(plan.failures, 'plan.failures')
  if (plan.prepared === undefined) return
  hasNumbers('share', 'messages', 'ms')(plan.prepared, 'plan.prepared')
  isOneOf('whole', 'prefix')(isObject(plan.prepared) ? plan.prepared.reused : undefined, 'plan.prepared.reused')
}

const isViewItem: FieldCheck<Json> = (item, path) => {
  if (!isObject(item)) throw malformed(path, 'an object')
  const kind = isOneOf('kept', 'made')(item.kind, `${path}.kind`)
  isText(item.id, `${path}.id`)
  if (kind === 'kept') return item
  isListOf(isText)(item.standsFor, `${path}.standsFor`)
  checkMessage(item.message, `${path}.message`)
  return item
}

const isNumber: FieldCheck<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed(path, 'a number')
  return value
}

function hasNumbers(...names: readonly string[]): FieldCheck<Json> {
  return hasAll(names, isNumber)
}

function hasTexts(...names: readonly string[]): FieldCheck<Json> {
  return hasAll(names, isText)
}

function hasAll(names: readonly string[], check: FieldCheck<unknown>): FieldCheck<Json> {
  return (value, path) => {
    if (!isObject(value)) throw malformed(path, 'an object')
    for (const name of names) check(value[name], `${path}.${name}`)
    return value
  }
}

/** Checks what is kept: it must come back as it was, so it may hold nothing that JSON does not know. */
export function checkJson(value: Json | undefined, path: string): void {
  const fault = faultIn(value)
  if (fault !== undefined) throw malformed(`${path}${fault.place}`, fault.expected)
}

interface Fault {
  readonly place: string
  readonly expected: string
}

/** A memo is long and without fault, so places are spelled only on the way back from one. */
function faultIn(value: Json | undefined): Fault | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { place: '', expected: 'a number' }
  if (isList(value)) return faultInList(value)
  if (!isObject(value) || !isPlain(value)) return { place: '', expected: 'a JSON value' }
  for (const name of Object.keys(value)) {
    const field = value[name]
    const fault = field === undefined ? undefined : faultIn(field)
    if (fault !== undefined) return { ...fault, place: `.${name}${fault.place}` }
  }
  return undefined
}

function faultInList(list: readonly Json[]): Fault | undefined {
  for (let i = 0; i < list.length; i++) {
    const fault = faultIn(list[i])
    if (fault !== undefined) return { ...fault, place: `[${i}]${fault.place}` }
  }
  return undefined
}

function isPlain(value: object): boolean {
  const above: unknown = Object.getPrototypeOf(value)
  return above === null || Object.getPrototypeOf(above) === null
}

import { isList, isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import type { ToolCallPart } from '../../message/message.ts'
import { ownName } from '../commands/own-name.ts'
import type { FactOrigin } from '../ledger.ts'
import type { BoundedEntities } from './bounded-entities.ts'
import { checkboxes, type PlanItem, type PlanState } from './checkboxes.ts'
import { entityName } from './entity-name.ts'

/** Of a longer plan the end waits for the next list. */
const mostItems = 40
/** What plans are kept with; other arguments are not taken apart for this. */
const listKeys = ['todos', 'plan', 'tasks', 'items', 'todo_list', 'todoList', 'task_progress', 'steps']
const textKeys = ['content', 'step', 'text', 'title', 'task', 'subject', 'description', 'name']
const planTool = /(?:^|_)(?:todos?|plan|tasks?|task_?progress)(?:_|$)|todo(?:write|list)/
const hint = /todo|plan|task/i

/** Takes in the plan that a call writes down: a whole list replaces the one before, a single item changes its own. */
export function readPlanCall(entities: BoundedEntities, part: ToolCallPart, origin: FactOrigin): void {
  if (!hint.test(part.name) && !mayTellProgress(part)) return
  const name = ownName(part.name)
  const isPlanTool = planTool.test(name)
  if ((!isPlanTool || name === 'task') && !mayTellProgress(part)) return
  const input = part.freeform === true ? undefined : parseJson(part.arguments)
  if (!isObject(input)) return
  const items = listOf(input, isPlanTool ? listKeys : ['task_progress'])
  if (name === 'task_update') changeItem(entities, input, origin)
  else if (items === undefined) return
  else if (input.merge === true) mergePlan(entities, items, origin)
  else replacePlan(entities, items, origin)
}

/** Some tools take a plan beside what they do; what is long is the text of a file. */
function mayTellProgress({ arguments: json }: ToolCallPart): boolean {
  return json.length < 20_000 && json.includes('"task_progress"')
}

const created = /^Task #(\w{1,20}) created/

/** A tool that keeps single tasks gives each its number when it answers. */
export function readPlanAnswer(
  entities: BoundedEntities,
  { part, output }: { readonly part: ToolCallPart; readonly output: string },
  origin: FactOrigin,
): void {
  if (!hint.test(part.name) || ownName(part.name) !== 'task_create') return
  const id = created.exec(output.slice(0, 100))?.[1]
  const input = parseJson(part.arguments)
  if (id === undefined || !isObject(input) || typeof input.subject !== 'string') return
  // A list that is numbered anew is another list.
  if (entities.of('plan-item').some((item) => item.id === undefined || item.id === id)) clearPlan(entities)
  putItem(entities, { text: input.subject, state: 'pending', id }, origin)
}

/** Ticked boxes in what the assistant says are its plan, unless it keeps an open one with a tool. */
export function readPlanText(entities: BoundedEntities, text: string, origin: FactOrigin): void {
  const items = checkboxes(text)
  if (items.length < 2) return
  const keepsTool = entities.of('plan-item').some(({ id, state }) => id !== undefined && state !== 'done')
  if (!keepsTool) replacePlan(entities, items, origin)
}

function listOf(input: JsonObject, keys: readonly string[]): readonly PlanItem[] | undefined {
  for (const key of keys) {
    const value = input[key]
    if (typeof value === 'string') {
      const items = checkboxes(value).map((item, i) => ({ ...item, id: String(i + 1) }))
      if (items.length > 0) return items
    } else if (isList(value) && value.every(isItem)) return value.flatMap((item, i) => itemOf(item, i))
  }
  return undefined
}

function isItem(value: Json): boolean {
  return isObject(value) && textIn(value) !== undefined && stateIn(value) !== undefined
}

function itemOf(value: Json, place: number): readonly PlanItem[] {
  if (!isObject(value)) return []
  const text = textIn(value)
  const state = stateIn(value)
  if (text === undefined || state === undefined || state === 'cancelled') return []
  return [{ text, state, id: idIn(value) ?? String(place + 1) }]
}

function textIn(value: JsonObject): string | undefined {
  const text = textKeys.map((key) => value[key]).find((item) => typeof item === 'string' && item.trim() !== '')
  return typeof text === 'string' ? text : undefined
}

function idIn({ id }: JsonObject): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

const done = /^(?:done|completed?|finished|closed|x)$/i
const begun = /^(?:in[ _-]?progress|active|doing|started|current|running)$/i
const waiting = /^(?:pending|open|to[ _-]?do|not[ _-]?started|queued|blocked|planned|new)$/i
const dropped = /^(?:cancell?ed|deleted|removed|skipped|dropped)$/i

function stateIn({
  status,
  state = status,
  done: isDone,
  completed = isDone,
}: JsonObject): PlanState | 'cancelled' | undefined {
  if (typeof state === 'string') {
    if (done.test(state)) return 'done'
    if (begun.test(state)) return 'in progress'
    if (waiting.test(state)) return 'pending'
    return dropped.test(state) ? 'cancelled' : undefined
  }
  return typeof completed === 'boolean' ? (completed ? 'done' : 'pending') : undefined
}

function changeItem(entities: BoundedEntities, input: JsonObject, origin: FactOrigin): void {
  const { taskId, task_id = taskId } = input
  const item = entities.of('plan-item').find(({ id }) => id !== undefined && id === String(task_id))
  if (item === undefined) return
  const state = stateIn(input)
  const text = typeof input.subject === 'string' ? input.subject : item.name
  if (state === 'cancelled') entities.delete('plan-item', item.name)
  else mergePlan(entities, [{ text, state: state ?? planState(item.state), id: String(task_id) }], origin)
}

function planState(state: string): PlanState {
  return state === 'done' || state === 'in progress' ? state : 'pending'
}

function replacePlan(entities: BoundedEntities, items: readonly PlanItem[], origin: FactOrigin): void {
  clearPlan(entities)
  for (const item of items.slice(0, mostItems)) putItem(entities, item, origin)
}

/** Items keep their places, so all are put again. */
function mergePlan(entities: BoundedEntities, changed: readonly PlanItem[], origin: FactOrigin): void {
  const news = new Map(changed.map((item) => [item.id, item]))
  const before = entities.of('plan-item')
  clearPlan(entities)
  for (const fact of before) {
    const item = news.get(fact.id)
    if (item === undefined) entities.put(fact)
    else putItem(entities, item, origin)
    news.delete(fact.id)
  }
  for (const item of news.values()) putItem(entities, item, origin)
}

function clearPlan(entities: BoundedEntities): void {
  for (const { name } of entities.of('plan-item')) entities.delete('plan-item', name)
}

function putItem(entities: BoundedEntities, { text, state, id }: PlanItem, { entry, at }: FactOrigin): void {
  const name = entityName(text)
  if (name !== '') entities.put({ entry, at, kind: 'plan-item', name, state, ...(id === undefined ? {} : { id }) })
}

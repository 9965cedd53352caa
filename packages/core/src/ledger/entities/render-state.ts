import type { TaskEntity, TaskState } from '../../contract/task-state.ts'
import type { CountText } from '../../tokens/count.ts'
import type { EntityFact, EntityState, FactOrigin } from '../ledger.ts'

export interface StateOptions {
  readonly maxTokens: number
  readonly countText: CountText
}

const marks: Readonly<Record<TaskEntity['kind'], string>> = {
  branch: 'branch',
  'plan-item': 'plan',
  test: 'test',
  server: 'server',
  ticket: 'ticket',
  file: 'files',
}
/** Of what is over, the newest: it may have been told as open before. */
const mostOver = 2
const mostOpen: Readonly<Record<TaskEntity['kind'], number>> = {
  branch: 3,
  'plan-item': 20,
  test: 10,
  server: 5,
  ticket: 5,
  file: 12,
}

/** The state of a task as lines of a list, the most wanted first, each whole. */
export function stateLines(state: TaskState): readonly string[] {
  const of = (kind: TaskEntity['kind']) => state.filter((entity) => entity.kind === kind)
  return [
    ...linesOf(of('branch').filter(({ isOpen }) => isOpen)),
    ...planLines(of('plan-item')),
    ...linesOf(of('test')),
    ...linesOf(of('server')),
    ...fileLines(of('file').filter(({ isOpen }) => isOpen)),
    ...linesOf(of('ticket')),
  ]
}

/** The same within so many tokens; empty where nothing is known. */
export function renderState(state: TaskState, { maxTokens, countText }: StateOptions): string {
  const shown: string[] = []
  let left = maxTokens
  for (const line of stateLines(state)) {
    left -= countText(line) + 1
    if (left < 0) break
    shown.push(line)
  }
  return shown.join('\n')
}

function linesOf(entities: readonly TaskEntity[]): readonly string[] {
  const open = entities.filter(({ isOpen }) => isOpen)
  const over = entities.filter(({ isOpen }) => !isOpen).slice(0, mostOver)
  const [first] = open
  const most = first === undefined ? 0 : mostOpen[first.kind]
  const more = open.length - most
  return [
    ...open.slice(0, most).map(lineOf),
    ...(first !== undefined && more > 0 ? [`- [${marks[first.kind]}] ${more} more of them`] : []),
    ...over.map(lineOf),
  ]
}

function lineOf({ kind, name, state, command, where, at }: TaskEntity): string {
  const by = command === undefined ? '' : `\`${command}\`, `
  return `- [${marks[kind]}] ${name}: ${state}${where === undefined ? '' : ` in ${where}`} (${by}#${at})`
}

/** Items that are done are counted only. */
function planLines(items: readonly TaskEntity[]): readonly string[] {
  if (items.length === 0) return []
  const open = items.filter(({ isOpen }) => isOpen)
  const begun = open.filter(({ state }) => state === 'in progress')
  const ordered = [...begun, ...open.filter(({ state }) => state !== 'in progress')]
  const source = Math.max(...items.map(({ at }) => at))
  const most = mostOpen['plan-item']
  return [
    `- [plan] ${items.length - open.length} of ${items.length} items done (#${source})`,
    ...ordered.slice(0, most).map(({ name, state }) => `- [plan] ${name}: ${state}`),
    ...(ordered.length > most ? [`- [plan] ${ordered.length - most} more of them`] : []),
  ]
}

/** Files in one state share a line. */
function fileLines(files: readonly TaskEntity[]): readonly string[] {
  const states = [...new Set(files.map(({ state }) => state))]
  return states.map((state) => {
    const names = files.filter((file) => file.state === state).map(({ name }) => name)
    const more = names.length - mostOpen.file
    return `- [files] ${names.slice(0, mostOpen.file).join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${state}`
  })
}

const own = /^- \[(?:branch|plan|test|server|ticket|files)\] \S/

/** True for a line that code wrote about the state of the task: whoever knows a newer state leaves it out. */
export function isStateLine(line: string): boolean {
  return own.test(line)
}

const kindOf = new Map(Object.entries(marks).map(([kind, mark]) => [mark, kind]))
const states: ReadonlySet<string> = new Set<EntityState>([
  ...(['current', 'fails', 'passes', 'running', 'stopped', 'named', 'open', 'closed', 'merged'] as const),
  ...(['pending', 'in progress', 'done'] as const),
])
const told = /^(.{1,600}) \((?:`(.{1,200})`, )?#\d{1,9}\)$/

/** Reads such a line back, for a conversation that comes from a file; `undefined` where it is about files or a count. */
export function readStateLine(line: string, { entry, at }: FactOrigin): EntityFact | undefined {
  if (!isStateLine(line)) return undefined
  const end = line.indexOf(']')
  const kind = kindOf.get(line.slice(3, end))
  const [, said = line.slice(end + 2), command] = told.exec(line.slice(end + 2)) ?? []
  const split = said.lastIndexOf(': ')
  const [state = '', where] = said.slice(split + 2).split(' in ', kind === 'branch' ? 2 : 1)
  if (split < 1 || kind === undefined || kind === 'file' || !states.has(state)) return undefined
  return {
    entry,
    at,
    kind: kind as EntityFact['kind'],
    name: said.slice(0, split),
    state: state as EntityState,
    ...(command !== undefined && { command }),
    ...(where !== undefined && { where }),
  }
}

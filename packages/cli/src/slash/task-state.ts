import { activeTask, taskState as stateOf, type TaskEntity } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import type { ContextReport } from '../runtime/runtime.ts'
import { clip } from '../terminal/width.ts'
import type { TextLook } from './slash-command.ts'

type Ledger = NonNullable<ContextReport['ledger']>

/** Returns what code could read from the conversation about the task, newest first, and what it stands at. */
export function taskState(ledger: Ledger, { colours, columns }: TextLook): readonly string[] {
  const room = Math.min(columns, 120) - 14
  const group = (name: string, lines: readonly string[]) =>
    lines.map((line, i) => `  ${colours.dim((i === 0 ? name : '').padEnd(11))} ${clip(line, room)}`)
  const lines = [
    ...group('asked', asked(ledger)),
    ...group(
      'rules',
      newest(
        ledger.constraints.filter(({ state }) => state === 'standing'),
        6,
      ).map(({ text }) => text),
    ),
    ...group(
      'decided',
      newest(ledger.decisions, 3).map(({ text }) => text),
    ),
    ...group('commands', newest(ledger.commands, 4).map(commandText)),
    ...group(
      'errors',
      newest(
        ledger.errors.filter(({ settled }) => settled !== true),
        3,
      ).map(({ line }) => line),
    ),
  ]
  const state = entityLines(ledger, { colours, columns })
  return lines.length + state.length === 0 ? [] : [colours.bold('Task'), ...lines, ...state]
}

/** So many of each kind are shown; the rest is counted. */
const mostOfKind = 8
const kindNames: Readonly<Record<TaskEntity['kind'], string>> = {
  branch: 'branch',
  'plan-item': 'plan',
  test: 'tests',
  server: 'servers',
  ticket: 'tickets',
  file: 'files',
}

/** The things that the task is about, a line each: what it is, its state, and the number of the message that tells so. */
function entityLines(ledger: Ledger, { colours, columns }: Pick<TextLook, 'colours' | 'columns'>): readonly string[] {
  const state = stateOf(ledger)
  const room = Math.min(columns, 120) - 14
  const kinds = [...new Set(state.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => {
    const all = state.filter((entity) => entity.kind === kind)
    const left = all.length - mostOfKind
    const lines = [
      ...all.slice(0, mostOfKind).map((entity) => entityLine(entity, room, colours)),
      ...(left > 0 ? [colours.dim(`${left} more`)] : []),
    ]
    return lines.map((line, i) => `  ${colours.dim((i === 0 ? kindNames[kind] : '').padEnd(11))} ${line}`)
  })
}

function entityLine({ name, state, where, at }: TaskEntity, room: number, colours: TextLook['colours']): string {
  const told = `${state}${where === undefined ? '' : ` in ${where}`}`
  const source = `#${at}`
  const left = Math.max(20, room - told.length - source.length - 4)
  return `${clip(name, left)}  ${told}  ${colours.dim(source)}`
}

/** Returns what the summary would call the task: "go on" comes with what is to be continued. */
function asked({ requests }: Ledger): readonly string[] {
  const said = requests.map(({ entry, text }) => ({ id: entry, message: userMessage(text) }))
  const task = activeTask(said)
  return task === undefined ? [] : [task]
}

function userMessage(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] }
}

function newest<T>(facts: readonly T[], most: number): readonly T[] {
  return facts.slice(-most).toReversed()
}

function commandText({ command, exitCode, failed }: Ledger['commands'][number]): string {
  if (exitCode !== undefined) return `${command} → exit ${exitCode}`
  return failed ? `${command} → failed` : command
}

import { activeTask } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import type { ContextReport } from '../runtime/runtime.ts'
import { clip } from '../terminal/width.ts'
import type { TextLook } from './slash-command.ts'

type Ledger = NonNullable<ContextReport['ledger']>

/** Returns what code could read from the conversation about the task, newest first. */
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
    ...group(
      'files',
      newest(
        ledger.files.filter(({ touch }) => isTouched(touch)),
        8,
      ).map(({ path, touch }) => `${path} (${touch})`),
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
  return lines.length === 0 ? [] : [colours.bold('Task'), ...lines]
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

function isTouched(touch: Ledger['files'][number]['touch']): boolean {
  return touch === 'changed' || touch === 'created' || touch === 'deleted'
}

function commandText({ command, exitCode, failed }: Ledger['commands'][number]): string {
  if (exitCode !== undefined) return `${command} → exit ${exitCode}`
  return failed ? `${command} → failed` : command
}

import { UserError } from '../errors/user-error.ts'
import type { ToolReport, ToolRow } from '../runtime/runtime.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { fitColumns, oneLine } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'
import type { SlashCommand, SlashSession, TextLook } from './slash-command.ts'

export const toolsSlash: SlashCommand = {
  name: 'tools',
  argument: '[pin|unpin NAME]',
  help: 'The tools, their size and use; pin one so that it stays.',
  run: async (session, argument) => {
    const runtime = session.runtime()
    if (argument === '') return listed(await runtime.tools(), session.look())
    const [word = '', pin = '', ...more] = argument.split(/\s+/)
    if ((word !== 'pin' && word !== 'unpin') || pin === '' || more.length > 0)
      throw new UserError(`"${oneLine(argument)}" is nothing that can be done with tools`, {
        remedy: 'Use /tools, /tools pin NAME or /tools unpin NAME; a name may be that of a plugin, or have a * in it.',
      })
    return word === 'pin' ? pinned(session, pin) : unpinned(session, pin)
  },
  choices: async (session) =>
    (await session.runtime().tools()).tools.flatMap(({ name, group, pinned: by }) =>
      group === undefined || by === 'settings'
        ? []
        : [{ value: `${by === undefined ? 'pin' : 'unpin'} ${name}`, note: group }],
    ),
}

async function pinned(session: SlashSession, pin: string): Promise<readonly string[]> {
  const runtime = session.runtime()
  await runtime.pinTool(pin, true)
  const count = (await runtime.tools()).tools.filter((tool) => tool.pinned !== undefined).length
  return [`Pinned ${oneLine(pin)}: ${countNoun(count, 'tool')} stay at compactions in this conversation.`]
}

async function unpinned(session: SlashSession, pin: string): Promise<readonly string[]> {
  const runtime = session.runtime()
  await runtime.pinTool(pin, false)
  const still = (await runtime.tools()).tools.find(({ name }) => name === pin)?.pinned
  if (still === 'settings') return [`${oneLine(pin)} stays: tools.pin of the settings names it.`]
  if (still === 'conversation') return [`${oneLine(pin)} stays: another pin fits it.`]
  return [`No longer pinned: ${oneLine(pin)}. From the next compaction on its use decides.`]
}

function listed({ tools, leftOut, savedTokens }: ToolReport, look: TextLook): readonly string[] {
  const { colours, columns } = look
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0)
  const nameColumns = Math.min(40, Math.max(...tools.map(({ name }) => name.length), 4) + 2)
  const title = `${countNoun(tools.length, 'tool')}, ${countNoun(total, 'token')} of schemas`
  const head = `  ${fitColumns('tool', nameColumns)}${'tokens'.padStart(8)}${'calls'.padStart(8)}`
  const saved = `${countNoun(leftOut, 'tool')} left out: each request is ${countNoun(savedTokens, 'token')} smaller, and find_tools finds them. Those that are used come back at the next compaction.`
  return [
    [colours.bold(title), colours.dim(head), ...tools.map((tool) => rowOf(tool, nameColumns, look))].join('\n'),
    ...(leftOut === 0 ? [] : [colours.dim(wrapLines(saved, columns))]),
  ]
}

function rowOf(tool: ToolRow, nameColumns: number, { colours }: TextLook): string {
  const { name, tokens, uses, isShown, pinned: by } = tool
  const state = by === undefined ? (isShown ? '' : '  left out') : `  pinned${by === 'settings' ? ' by settings' : ''}`
  const row = `  ${fitColumns(oneLine(name), nameColumns)}${number(tokens).padStart(8)}${number(uses).padStart(8)}${state}`
  return isShown ? row : colours.dim(row)
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

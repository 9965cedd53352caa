import { callId } from '@palimpsest/core/message'
import type { ModelRequest, Said } from '@palimpsest/simulator'
import { textsOf } from './builder-model.arbitrary.ts'

/**
 * A model that, whatever it is told, runs a command that prints much and writes a file, then says so. Told to do it
 * "10 times", it does it ten times before it answers.
 */
export function createWorker(commandFor: (n: number) => string = (n) => `seq ${n} ${n + 900}`) {
  let minted = 0
  const call = (name: string, input: object) => {
    minted++
    const id = callId(`toolu_${process.pid}_${minted}`)
    return { type: 'tool-call', callId: id, name, arguments: JSON.stringify(input) } as const
  }
  let done = 0
  return ({ messages, tools }: ModelRequest): Said => {
    if (tools.length === 0)
      return [
        {
          type: 'text',
          text: '## Goal\nTo print with terminal, command seq, and write_file path a.txt with its content.\n',
        },
      ]
    const said = messages
      .filter(({ role }) => role === 'user')
      .slice(-1)
      .flatMap(textsOf)
      .join()
    const times = Number(/(\d+) times/.exec(said)?.[1] ?? 1)
    done = messages.at(-1)?.role === 'tool' ? done + 1 : 0
    if (done >= times) return [{ type: 'text', text: 'Done.' }]
    return [call('terminal', { command: commandFor(minted) }), call('write_file', { path: 'a.txt', content: said })]
  }
}

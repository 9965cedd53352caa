import { callsOf } from '@palimpsest/core/message'
import { type ScriptedReply, type SimulatedModel, scripted } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import { createAgentDesk, ways } from '../agent-desk.arbitrary.ts'

type Request = Parameters<SimulatedModel>[0]

const lines = (n: number) =>
  `file ${n}\n\tconst x = "y" // {a: [1, 2]}\n${`  line of ${n}, "quoted" \\ 漢😀\n`.repeat(100)}`
const writing = (n: number): ScriptedReply => ({
  text: `File ${n}.`,
  calls: [{ name: 'write_file', input: { path: `${n}.txt`, content: lines(n) } }],
})

/** The last arguments in view that were shortened, and the message that they are whole in. */
function shortened({ messages }: Request) {
  const all = messages.flatMap(callsOf).map((call) => call.arguments)
  const last = all.findLast((text) => text.includes('left out of view')) ?? '{}'
  return { text: last, input: JSON.parse(last) as object, number: /whole in ([^\]]+)\]/.exec(last)?.[1] ?? 'nothing' }
}

function lastResult({ messages }: Request): string {
  return JSON.stringify(messages.findLast(({ role }) => role === 'tool'))
}

describe.each(ways)('over %s', (...way) => {
  test('a call that is repeated from its shortened form is refused, and read_original gives it to the letter', async () => {
    const heard: string[] = []
    let copied = ''
    const model = scripted([
      ...Array.from({ length: 16 }, (_, n) => writing(n)),
      (request) => {
        const { input, text } = shortened(request)
        copied = text
        return { text: 'Once more.', calls: [{ name: 'write_file', input: { ...input } }] }
      },
      (request) => {
        heard.push(lastResult(request))
        return { text: 'I look.', calls: [{ name: 'read_original', input: { message: shortened(request).number } }] }
      },
      (request) => {
        heard.push(lastResult(request))
        return 'Done.'
      },
    ])
    const { turn } = await createAgentDesk(way, { simulator: { model } })
    expect(await turn('Write files.')).toEqual({ kind: 'answered', text: 'Done.' })
    const n = Number(/(\d+)\.txt/.exec(copied)?.[1])
    const [refusal = '', original = ''] = heard
    expect(refusal).toMatch(/Nothing was written.*read_original\(.*#\d+/)
    const whole = JSON.stringify({ path: `${n}.txt`, content: lines(n) })
    expect(original).toContain(JSON.stringify(`write_file ${whole}`).slice(1, -1))
  })
})

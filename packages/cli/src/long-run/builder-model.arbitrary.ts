import { callId, type Message, type ToolCallPart } from '@palimpsest/core/message'
import type { ModelRequest, Said, SimulatedModel } from '@palimpsest/simulator'

/** What the user says once, in the first turn, and never again. */
export const rules = {
  task: 'Build the parts of this project.',
  vendor: 'Never touch files under vendor/.',
  form: 'Always answer in one line that starts with DONE and the number of the step.',
} as const

export const firstWords = Object.values(rules).join(' ')
export const nextWords = 'Next.'

/** What step `n` leaves in the workspace, if it is one that writes. */
export function partOf(n: number): { readonly path: string; readonly content: string } {
  const lines = Array.from(
    { length: 40 },
    (_, i) => `export const value${i} = 'step ${n}, line ${i}, some words of code'`,
  )
  return { path: `src/part-${n}.ts`, content: `// todo ${n}\n${lines.join('\n')}\n` }
}

/** A part after the step that follows the one that wrote it. */
export function patchedPart(n: number): string {
  return partOf(n).content.replace(`// todo ${n}`, `// step ${n + 1} was here`)
}

/** The answer of a model that sees its rules. */
export const answerTo = (n: number) => `DONE ${n}: as asked.`

/**
 * A model without a memory: it does the next step, and obeys a rule, only if the request shows them. One that does not see a
 * rule breaks it. What it must know about the work it reads off the request, or off the files. `bulk` says how much its
 * tools print, 1 being some 20,000 characters at most.
 */
export function createBuilder(bulk: number): SimulatedModel {
  return (request) => {
    if (request.tools.length === 0) return [{ type: 'text', text: poorSummary(request) }]
    const seen = request.messages.flatMap(textsOf).join('\n')
    if (!seen.includes(rules.task)) return [{ type: 'text', text: 'What shall I do?' }]
    const turn = sinceUser(request)
    const done = newestStep(seen) ?? progressRead(turn)
    if (done === undefined && !isFirst(request)) return calls(request, [['read_file', { path: 'progress.txt' }]])
    const step = (done ?? 0) + 1
    if (!turn.some(isWork)) return [...thoughts(step), ...calls(request, workOf(step, seen, bulk))]
    const failed = turn.slice(turn.findIndex(isWork)).find((message) => message.role === 'tool' && message.isError)
    if (failed !== undefined)
      return [{ type: 'text', text: `FAILED ${step}: ${textsOf(failed).join(' ').slice(0, 200)}` }]
    return [
      { type: 'text', text: seen.includes(rules.form) ? answerTo(step) : `Step ${step} is finished.\nAnything else?` },
    ]
  }
}

export const builder = createBuilder(1)

type Work = readonly (readonly [name: string, input: Readonly<Record<string, unknown>>])[]

function workOf(step: number, seen: string, bulk: number): Work {
  const note: Work = [['write_file', { path: 'progress.txt', content: `progress: ${step}\n` }]]
  const breach: Work = seen.includes(rules.vendor) ? [] : [['write_file', { path: 'vendor/lib.ts', content: 'mine' }]]
  return [...taskOf(step, bulk), ...breach, ...note]
}

function taskOf(step: number, bulk: number): Work {
  const some = (count: number) => Math.ceil(count * bulk)
  const offset = 1 + ((step * 37) % 3_000)
  switch (step % 6) {
    case 1:
      return [['write_file', partOf(step)]]
    case 2: {
      const edits = [{ old: `// todo ${step - 1}`, new: `// step ${step} was here` }]
      return [['patch', { path: partOf(step - 1).path, edits }]]
    }
    case 3:
      return [['read_file', { path: 'docs/big.txt', offset, limit: some(400) }]]
    case 4:
      return [['terminal', { command: `seq ${step} ${step + some(3_000)}` }]]
    case 5:
      return [['search_files', { pattern: `paragraph .*${step % 10}`, path: 'docs' }]]
    default:
      return [
        ['read_file', { path: 'docs/big.txt', offset, limit: some(150) }],
        ['list_files', {}],
        ['terminal', { command: `seq ${step} ${step + some(900)}; exit 3` }],
      ]
  }
}

/** As little as a summary may hold: whatever else must survive is not its merit. */
function poorSummary({ messages }: ModelRequest): string {
  const source = messages.flatMap(textsOf).join('\n')
  const done = newestStep(source)
  const files = [
    ...new Set([...source.matchAll(/\bsrc\/part-\d+\.ts|\bprogress\.txt|\bdocs\/big\.txt/g)].map(([path]) => path)),
  ]
  const actions = files.slice(-20).map((path, i) => `${i + 1}. ${path} was used`)
  const state = done === undefined ? [] : ['', '## Active State', `Last answer: DONE ${done}: as asked.`]
  return ['## Goal', 'Build the parts of this project.', '', '## Completed Actions', ...actions, ...state, ''].join(
    '\n',
  )
}

function thoughts(step: number): Said {
  return step % 7 === 0 ? [{ type: 'thinking', text: `Step ${step} comes next.` }] : []
}

function calls({ api, messages }: ModelRequest, work: Work): Said {
  const prefix = api === 'anthropic' ? 'toolu' : 'call'
  return work.map(([name, input], i) => ({
    type: 'tool-call',
    callId: callId(`${prefix}_${Date.now().toString(36)}_${minted++}_${messages.length}_${i}`),
    name,
    arguments: JSON.stringify(input),
  }))
}
let minted = 0

function newestStep(text: string): number | undefined {
  const steps = [...text.matchAll(/\bDONE (\d+)/g)].map(([, n]) => Number(n))
  return steps.length === 0 ? undefined : Math.max(...steps)
}

/** A file that is not there tells that nothing was done. */
function progressRead(turn: readonly Message[]): number | undefined {
  const results = turn.filter(({ role }) => role === 'tool')
  const [, n] = /progress: (\d+)/.exec(results.flatMap(textsOf).join('\n')) ?? []
  if (n !== undefined) return Number(n)
  return results.length === 0 ? undefined : 0
}

/** Nothing was said before: no need to look for what was done. */
function isFirst({ messages }: ModelRequest): boolean {
  return messages.filter(({ role }) => role === 'user').length === 1 && !messages.some(isSummary)
}

function isSummary(message: Message): boolean {
  return textsOf(message).some((text) => text.includes('[CONTEXT COMPACTION'))
}

/** The messages after the user's last words. */
function sinceUser({ messages }: ModelRequest): readonly Message[] {
  return messages.slice(messages.findLastIndex((message) => message.role === 'user' && !isSummary(message)) + 1)
}

function isWork(message: Message): boolean {
  return callsIn(message).some(({ name }) => name !== 'read_file') || callsIn(message).length > 1
}

function callsIn(message: Message): readonly ToolCallPart[] {
  return message.parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
}

/** All that a message shows, in words. */
export function textsOf(message: Message): readonly string[] {
  return message.parts.flatMap((part) => {
    if (part.type === 'text' || part.type === 'thinking') return [part.text]
    return part.type === 'tool-call' ? [part.arguments] : []
  })
}

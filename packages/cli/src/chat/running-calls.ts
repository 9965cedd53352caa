import type { RuntimeEvent } from '../compose.ts'
import { clip } from '../slash/clip.ts'
import type { Colours } from '../terminal/colours.ts'
import { seconds, shortInput, toolLine } from './tool-line.ts'

/** Tool calls that are under way. */
export interface RunningCalls {
  start(event: Extract<RuntimeEvent, { kind: 'tool-started' }>): void
  /** The line that stays of a call. Of several under one name nobody knows which ended: its input is then left out. */
  end(event: Extract<RuntimeEvent, { kind: 'tool-ended' }>): string
  /** What runs now, a row each. */
  rows(): readonly string[]
  /** Lines of calls that never ended. */
  cancel(): readonly string[]
}

export interface RunningCallsPorts {
  readonly colours: Colours
  columns(): number
  now(): number
}

interface Running {
  readonly name: string
  readonly input: string
  readonly since: number
  /** Another of its name ran beside it. */
  readonly isOneOfMany: boolean
}

/** More are counted, not shown. */
const mostRows = 5

export function createRunningCalls({ colours, columns, now }: RunningCallsPorts): RunningCalls {
  const running: Running[] = []
  const text = ({ name, input, since }: Running) => {
    const time = seconds(now() - since)
    return `${name} ${clip(input, columns() - name.length - time.length - 24)} ${time}`
  }
  return {
    start: ({ name, input }) => {
      const isOneOfMany = running.some((call) => call.name === name)
      const others = running.splice(0).map((call) => (call.name === name ? { ...call, isOneOfMany: true } : call))
      running.push(...others, { name, input: shortInput(input), since: now(), isOneOfMany })
    },
    end: ({ name, isError, chars }) => {
      const at = running.findIndex((call) => call.name === name)
      const [call] = at === -1 ? [] : running.splice(at, 1)
      const input = call === undefined || call.isOneOfMany ? '' : call.input
      return toolLine({ name, isError, chars, input, ms: now() - (call?.since ?? now()) }, columns(), colours)
    },
    rows: () => {
      const more = running.length - mostRows
      return [...running.slice(0, mostRows).map(text), ...(more > 0 ? [`and ${more} more`] : [])]
    },
    cancel: () => running.splice(0).map((call) => `${colours.yellow('–')} ${text(call)} ${colours.dim('cancelled')}`),
  }
}

import type { RuntimeEvent } from '../compose.ts'
import type { Colours } from '../terminal/colours.ts'
import { clip } from '../terminal/width.ts'
import { seconds, shortInput, toolLine } from './tool-line.ts'

/** Tool calls that are under way. */
export interface RunningCalls {
  start(event: Extract<RuntimeEvent, { kind: 'tool-started' }>): void
  /** The line that stays of a call. */
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
}

/** More are counted, not shown. */
const mostRows = 5

export function createRunningCalls({ colours, columns, now }: RunningCallsPorts): RunningCalls {
  const running = new Map<string, Running>()
  const text = ({ name, input, since }: Running) => {
    const time = seconds(now() - since)
    return `${name} ${clip(input, columns() - name.length - time.length - 24)} ${time}`
  }
  return {
    start: ({ callId, name, input }) => {
      running.set(callId, { name, input: shortInput(input), since: now() })
    },
    end: ({ callId, name, isError, chars }) => {
      const { input, since } = running.get(callId) ?? { input: '', since: now() }
      running.delete(callId)
      return toolLine({ name, isError, chars, input, ms: now() - since }, columns(), colours)
    },
    rows: () => {
      const more = running.size - mostRows
      return [...[...running.values()].slice(0, mostRows).map(text), ...(more > 0 ? [`and ${more} more`] : [])]
    },
    cancel: () => {
      const left = [...running.values()].map(text)
      running.clear()
      return left.map((row) => `${colours.yellow('–')} ${row} ${colours.dim('cancelled')}`)
    },
  }
}

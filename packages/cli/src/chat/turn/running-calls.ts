import type { RuntimeEvent } from '../../compose.ts'
import type { Colours } from '../../terminal/colours.ts'
import { clip, oneLine } from '../../terminal/width.ts'
import { seconds, shortInput, toolLine } from './tool-line.ts'

/** Tool calls that are under way. */
export interface RunningCalls {
  start(event: Extract<RuntimeEvent, { kind: 'tool-started' }>): void
  /** A call waits for the user, or no longer does. */
  pause(event: Extract<RuntimeEvent, { kind: 'tool-asking' | 'tool-answered' }>): void
  /** The line that stays of a call. */
  end(event: Extract<RuntimeEvent, { kind: 'tool-ended' }>): string
  /** Returns a row for each running call. */
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
  /** When it began, later by as long as it had to wait for the user. */
  readonly since: number
  /** Since when it waits for the user. */
  readonly askedAt?: number
}

/** More are counted, not shown. */
const mostRows = 5

export function createRunningCalls({ colours, columns, now }: RunningCallsPorts): RunningCalls {
  const running = new Map<string, Running>()
  const msOf = ({ since, askedAt = now() }: Running) => askedAt - since
  const text = (call: Running) => {
    const { name, input } = call
    const time = seconds(msOf(call))
    return `${name} ${clip(input, columns() - name.length - time.length - 24)} ${time}`
  }
  return {
    start: ({ callId, name, input }) => {
      running.set(callId, { name: oneLine(name), input: shortInput(input), since: now() })
    },
    pause: ({ kind, callId }) => {
      const call = running.get(callId)
      if (call === undefined) return
      const { askedAt = now(), ...others } = call
      if (kind === 'tool-asking') running.set(callId, { ...others, askedAt })
      else running.set(callId, { ...others, since: call.since + now() - askedAt })
    },
    end: (event) => {
      const { callId, name } = event
      const call = running.get(callId) ?? { name, input: '', since: now() }
      running.delete(callId)
      return toolLine({ ...event, input: call.input, ms: msOf(call) }, columns(), colours)
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

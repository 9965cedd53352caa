import type { RuntimeEvent } from '../../compose.ts'
import { oneLine } from '../../terminal/width.ts'
import { wrapLines } from '../../terminal/wrap-lines.ts'
import type { Screen } from '../screen/screen.ts'
import { createRunningCalls, type RunningCallsPorts } from './running-calls.ts'
import { seconds } from './tool-line.ts'
import { createTurnText } from './turn-text.ts'

/** The live display of what a turn does. */
export interface TurnView {
  onEvent(event: RuntimeEvent): void
  /** Draws anew what changes by itself: the time that passes. */
  tick(): void
  /** Shows what was held back, and what was left running. */
  end(): void
}

export interface TurnViewPorts extends RunningCallsPorts {
  readonly screen: Screen
}

const turning = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const turnMs = 100
/** While words come there is nothing else to show; a sign that came and went between them would flicker. */
const silenceMs = 600

export function createTurnView(ports: TurnViewPorts, doing: string): TurnView {
  const { screen, colours, columns, now } = ports
  const started = now()
  const calls = createRunningCalls(ports)
  const text = createTurnText(screen, ports)
  let phase = doing
  let quietSince = Number.NEGATIVE_INFINITY
  const tick = () => {
    if (now() - quietSince < silenceMs) return
    const sign = turning[Math.floor((now() - started) / turnMs) % turning.length] ?? ''
    const [first = `${phase} ${seconds(now() - started)}`, ...others] = calls.rows()
    const head = `${colours.cyan(sign)} ${colours.dim(`${first}  Ctrl-C cancels`)}`
    screen.show({ rows: [head, ...others.map((row) => `  ${colours.dim(row)}`)] })
  }
  const onEvent = (event: RuntimeEvent) => {
    quietSince = event.kind === 'text' ? now() : Number.NEGATIVE_INFINITY
    if (event.kind !== 'text' && event.kind !== 'thinking') text.settle()
    switch (event.kind) {
      case 'text':
        phase = 'writing'
        return text.words(event.text)
      case 'thinking':
        phase = 'thinking'
        return
      case 'tool-call':
        phase = `preparing ${oneLine(event.name)}`
        return
      case 'tool-started':
        return calls.start(event)
      case 'tool-asking':
      case 'tool-answered':
        return calls.pause(event)
      case 'tool-ended':
        phase = 'thinking'
        return text.line(calls.end(event))
      case 'compressing':
        phase = 'compressing'
        return
      case 'notice':
        if (phase === 'compressing') phase = 'thinking'
        return text.line(colours.yellow(wrapLines(oneLine(event.text), columns())))
    }
  }
  const end = () => {
    text.settle()
    for (const cancelled of calls.cancel()) text.line(cancelled)
    screen.show(undefined)
  }
  return { tick, onEvent, end }
}

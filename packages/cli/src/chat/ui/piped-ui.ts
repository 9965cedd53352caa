import { redact } from '@palimpsest/core/redact'
import type { RuntimeEvent } from '../../compose.ts'
import { type Io, quote } from '../../terminal/io.ts'
import { oneLine } from '../../terminal/width.ts'
import { shortenQuestion } from '../turn/shorten-question.ts'
import { startedLine } from '../turn/tool-line.ts'
import type { ChatUi } from './chat-ui.ts'

/** A chat through a pipe: each line is a message, answers go to standard output as they are, all else to standard error. */
export function createPipedUi(io: Io, isYes: boolean): ChatUi {
  const messages = messagesOf(io.stdin)
  const interruption = aborted(io.interrupted)
  const note = (text: string) => io.err(`${text}\n`)
  return {
    ask: async () => {
      if (io.interrupted.aborted) return undefined
      const next = await Promise.race([messages.next(), interruption])
      return next === undefined || next.done ? undefined : next.value
    },
    refresh: () => {},
    watch: async (work) => {
      let said = ''
      const result = await work((event) => {
        if (event.kind === 'tool-started') said = endLine(said, io)
        if (event.kind === 'text') said = event.text
        tell(event, io)
      }, io.interrupted)
      endLine(said, io)
      return result
    },
    confirm: async (question) => {
      if (isYes) return true
      // Nobody decides by these words, and they may end in a log.
      const { lines } = shortenQuestion({ ...question, text: redact(question.text).text })
      note(`Declined, as nobody can be asked (--yes agrees to all): ${lines.map(oneLine).join('\n')}`)
      return 'nobody'
    },
    say: (text) => io.out(`${text}\n`),
    note,
    warn: note,
    close: () => {},
  }
}

/** A user who interrupts does not have to write another line first. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
}

/** Puts text from before and after a tool call on separate lines. */
function endLine(said: string, io: Io): string {
  if (said !== '' && !said.endsWith('\n')) io.out('\n')
  return ''
}

function tell(event: RuntimeEvent, io: Io): void {
  if (event.kind === 'text') quote(event.text, io)
  if (event.kind === 'notice') io.err(`${oneLine(event.text)}\n`)
  if (event.kind === 'tool-started') io.err(`${startedLine(event)}\n`)
}

/** Lines, joined where one ends in a backslash. */
async function* messagesOf(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let message = ''
  for await (const line of linesOf(stdin)) {
    message += line.endsWith('\\') ? `${line.slice(0, -1)}\n` : line
    if (line.endsWith('\\')) continue
    yield message
    message = ''
  }
  if (message !== '') yield message
  return undefined
}

async function* linesOf(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stdin) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

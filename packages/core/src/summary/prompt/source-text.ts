import { messageNumber } from '../../contract/message-number.ts'
import type { EnginePorts, Shown } from '../../contract/occasion.ts'
import { isBackground, spokenText } from '../../ledger/authorship/spoken-text.ts'
import { isDeclined } from '../../message/declined.ts'
import { callsOf } from '../../message/group.ts'
import type { CallId, Message, Part, Source } from '../../message/message.ts'
import { redactSlowly } from '../../redact/redact-slowly.ts'
import { sliceWhole } from '../../text/slice-whole.ts'
import type { CountText } from '../../tokens/count.ts'
import { createFenceFinder, type Fence } from './fence.ts'
import { splitInjected } from './split-injected.ts'

/** One message as text: a slice of the whole. */
export interface Block {
  /** Its place among the messages that the text was made of. */
  readonly message: number
  readonly from: number
  readonly to: number
  readonly tokens: number
}

/** The text that a summary model sees: every message in full, redacted, between lines that no content can forge. */
export interface SourceText {
  readonly text: string
  readonly fence: Fence
  readonly blocks: readonly Block[]
  readonly tokens: number
  /** The messages without secrets. */
  readonly messages: readonly Shown[]
  /** A sample of what the user said, for telling the language. */
  readonly userWords: string
}

/** The dependencies of writing a source. */
export interface SourceDeps {
  readonly pause: EnginePorts['pause']
  readonly countText: CountText
}

/** Often enough that nobody waits, seldom enough that pausing costs nothing. */
const pauseMessages = 200
const pauseChars = 65_536
const sampleChars = 20_000

/** Writes messages out for a model. Only thinking is left out: it is not part of what was said or done. */
export async function sourceText(
  shown: readonly Shown[],
  deps: SourceDeps,
  others: readonly string[] = [],
): Promise<SourceText> {
  const messages: Shown[] = []
  const finder = createFenceFinder()
  for (const text of others) finder.see(text)
  const breathe = createBreather(deps.pause)
  for (const item of shown) {
    const message = await redactSlowly(item.message, deps.pause)
    messages.push(message === item.message ? item : { ...item, message })
    if (message.role === 'tool') finder.see(message.callId)
    let chars = 0
    for (const part of message.parts) {
      const text = textOf(part)
      finder.see(text)
      chars += text.length
    }
    await breathe(chars)
  }
  return writeBlocks(messages, finder.find(), deps)
}

async function writeBlocks(messages: readonly Shown[], fence: Fence, deps: SourceDeps): Promise<SourceText> {
  const names = new Map<CallId, string>()
  const breathe = createBreather(deps.pause)
  const texts: string[] = []
  const blocks: Block[] = []
  let from = 0
  let userWords = ''
  for (const [i, item] of messages.entries()) {
    for (const { callId, name } of callsOf(item.message)) names.set(callId, name)
    const said = writeMessage(item, { tag: fence.tag, names })
    if (item.message.role === 'user' && userWords.length < sampleChars)
      userWords += `${sliceWhole(spokenText(item.message), 0, sampleChars)}\n`
    if (said === '') continue
    texts.push(said)
    blocks.push({ message: i, from, to: from + said.length, tokens: deps.countText(said) })
    from += said.length
    await breathe(said.length)
  }
  const tokens = blocks.reduce((total, block) => total + block.tokens, 0)
  return { text: texts.join(''), fence, blocks, tokens, messages, userWords: sliceWhole(userWords, 0, sampleChars) }
}

interface Place {
  readonly tag: string
  readonly names: ReadonlyMap<CallId, string>
}

function writeMessage(item: Shown, place: Place): string {
  const { message } = item
  const said = message.parts
    .map((part) => writePart(part, message, place.tag))
    .filter((text) => text !== '')
    .join('\n')
  if (said === '' && message.role !== 'tool') return ''
  const made = item.standsFor === undefined ? '' : ', written by the program'
  const ending = said.endsWith('\n') ? '' : '\n'
  return `[${place.tag} ${messageNumber(item)}: ${speaker(message, place.names)}${made}]\n${said || '(no output)'}${ending}`
}

function speaker(message: Message, names: ReadonlyMap<CallId, string>): string {
  switch (message.role) {
    case 'system':
      return 'instructions of the program'
    case 'user':
      return isProgram(message) ? 'added by the program, not said by the user' : 'user'
    case 'assistant':
      return 'assistant'
    case 'tool':
      return `result of ${oneLine(names.get(message.callId) ?? 'an unknown tool')} ${oneLine(message.callId)}${message.isError ? `, ${isDeclined(message) ? 'declined' : 'failed'}` : ''}`
  }
}

/** Reminders and notices appear in the user's place although nobody typed them. */
function isProgram(message: Message): boolean {
  const said = spokenText(message)
  return message.parts.some(({ type }) => type === 'text') && (said === '' || isBackground(said))
}

function writePart(part: Part, message: Message, tag: string): string {
  switch (part.type) {
    case 'text':
      return message.role === 'user' ? markInjected(part.text, tag) : part.text
    case 'image':
      return `[${tag} image: ${describe(part.source)}]`
    case 'file':
      return `[${tag} file${part.name === undefined ? '' : ` ${oneLine(part.name)}`}: ${describe(part.source)}]`
    case 'thinking':
      return ''
    case 'tool-call':
      return `[${tag} call of ${oneLine(part.name)} ${oneLine(part.callId)}]\n${part.arguments}`
    case 'opaque':
      return `[${tag} other data]\n${JSON.stringify(part.value)}`
  }
}

/** A runtime's additions stay, but must not pass for a wish of the user. */
function markInjected(text: string, tag: string): string {
  const stretches = splitInjected(text)
  if (!stretches.some(({ injected }) => injected)) return text
  return stretches
    .map(({ text: said, injected }) =>
      injected
        ? `[${tag} added by the program, not said by the user]\n${said}\n[${tag} end of what was added]\n`
        : said,
    )
    .join('')
}

function textOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'tool-call':
      return `${part.name}\n${part.callId}\n${part.arguments}`
    case 'opaque':
      return JSON.stringify(part.value)
    case 'file':
      return `${part.name ?? ''}\n${describe(part.source)}`
    case 'image':
      return describe(part.source)
    case 'thinking':
      return ''
  }
}

function describe(source: Source): string {
  const type = source.mediaType ?? 'unknown type'
  switch (source.kind) {
    case 'data':
      return `${oneLine(type)}, ${Math.ceil((source.data.length * 3) / 4 / 1_024)} KB`
    case 'url':
      return `${oneLine(type)}, at ${oneLine(source.url)}`
    case 'file':
      return `${oneLine(type)}, stored as ${oneLine(source.fileId)}`
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function createBreather(pause: EnginePorts['pause']): (chars: number) => Promise<void> | undefined {
  let messages = 0
  let chars = 0
  return (more) => {
    messages++
    chars += more
    if (messages < pauseMessages && chars < pauseChars) return undefined
    messages = 0
    chars = 0
    return pause()
  }
}

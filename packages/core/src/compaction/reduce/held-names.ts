import type { Message } from '../../message/message.ts'
import { redactMessage } from '../../redact/redact-message.ts'
import { clipText } from '../../text/slice-whole.ts'

/** Of a longer result the beginning says what it is. */
const mostChars = 20_000
const mostHeld = 12
const heldChars = 60
/** The number that a tool puts before each line of a file. */
const numbered = '^(?:[ \\t]{0,8}\\d{1,6}[→:|\\t ]{1,2})?'
/** What makes a result worth reading, the most telling first: tests that fail, files that match, definitions, headings. */
const kinds = [
  /^[ \t]{0,8}(?:FAILED|FAIL|✗|✕|×|--- FAIL:)[ \t]{1,4}([^\s][^\n]{0,100})/gm,
  /^([\w@.~/-]{1,160}\.\w{1,8})[:-]\d{1,6}[:-]/gm,
  new RegExp(
    `${numbered}[ \\t]{0,4}(?:(?:export|default|public|private|protected|static|abstract|async|pub|final)[ \\t]{1,2}){0,4}(?:function|class|interface|struct|enum|trait|type|def|func|fn|impl)[ \\t*]{1,3}([A-Za-z_$][\\w$]{1,60})`,
    'gm',
  ),
  new RegExp(`${numbered}#{1,3}[ \\t]{1,2}([^\\s#][^\\n]{0,100})`, 'gm'),
]

/** Messages never change, and each is described again with every measure and every compaction. */
const known = new WeakMap<Message, readonly string[]>()

/** Names what a result held, secrets taken out: for the one line that takes its place. */
export function heldNames(message: Message): readonly string[] {
  const held = known.get(message) ?? namesIn(message)
  known.set(message, held)
  return held
}

function namesIn(message: Message): readonly string[] {
  if (message.role !== 'tool') return []
  const found = new Set<string>()
  for (const part of redactMessage(message).parts) {
    if (part.type !== 'text') continue
    const text = part.text.slice(0, mostChars)
    for (const kind of kinds) {
      for (const [, name = ''] of text.matchAll(kind)) {
        found.add(clipText(name.trim(), heldChars))
        if (found.size >= mostHeld) return [...found]
      }
      if (found.size > 0) break
    }
  }
  return [...found]
}

import type { Message } from '../message/message.ts'

/** Blocks that runtimes put into user messages; nobody typed them. */
const runtimeTag =
  /<((?:[a-z][a-z0-9]*[-_])*(?:reminder|caveat|stdout|stderr|notification|context|instructions?|hook|datetime|skill|files?|results?|output|message|name|contents|diagnostics|selection|info|input))>/gi
/** What a person typed after a slash command stands in a block of its own. */
const typedArguments = /<command-args>([^<]*)<\/command-args>/g
/** Whole messages that a runtime wrote in the user's name. */
const runtimeNote =
  /^\s*(?:\[Request (?:interrupted|cancelled|canceled|aborted)[^\]]*\]|\[CONTEXT COMPACTION\b|This session is being continued from a previous conversation|Caveat: The messages below were generated|Base directory for this skill:|# AGENTS\.md instructions\b|\[(?:System|Runtime|Hook)[^\]]*\]|Stop hook feedback:|PreToolUse:|PostToolUse:|<turn_aborted>|The conversation history before this point was compacted)/i
const interruption = /\[Request (?:interrupted|cancelled|canceled|aborted)[^\]\n]*\]/gi

/** Whether a text is a note of a runtime, such as a summary, whoever's name it stands in. */
export function isRuntimeNote(text: string): boolean {
  return runtimeNote.test(text.slice(0, 400))
}

/** What a person said in a message: its text without the blocks that a runtime added; empty when nobody speaks. */
export function spokenText(message: Message): string {
  if (message.role !== 'user') return ''
  const said: string[] = []
  for (const part of message.parts) {
    if (part.type !== 'text') continue
    const text = withoutRuntime(part.text)
    if (text !== '') said.push(text)
  }
  return said.join('\n')
}

function withoutRuntime(text: string): string {
  if (isRuntimeNote(text)) return ''
  if (!text.includes('<') && !text.includes('[Request ')) return text.trim()
  const typed = [...text.matchAll(typedArguments)].map(([, words = '']) => words.trim()).filter((words) => words !== '')
  const rest = withoutBlocks(text.replace(typedArguments, '')).replace(interruption, '').trim()
  return [...(isRuntimeNote(rest) || rest === '' ? [] : [rest]), ...typed].join('\n')
}

/** Only blocks that open a line count: a tag inside a sentence is something the user talks about. */
function withoutBlocks(text: string): string {
  const kept: string[] = []
  let from = 0
  runtimeTag.lastIndex = 0
  for (let match = runtimeTag.exec(text); match !== null; match = runtimeTag.exec(text)) {
    if (!opensLine(text, match.index)) continue
    const close = `</${match[1]}>`
    const end = text.indexOf(close, runtimeTag.lastIndex)
    if (end < 0) continue
    kept.push(text.slice(from, match.index))
    from = end + close.length
    runtimeTag.lastIndex = from
  }
  kept.push(text.slice(from))
  return kept.join('')
}

/** A block may also follow another one directly. */
function opensLine(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--
  return before < 0 || text[before] === '\n' || text[before] === '>'
}

/**
 * What a session says, as an outsider would find it: errors that still fail, decisions, changed files, arguments.
 * Nothing here is shared with the product, so that its own idea of a fact cannot flatter it.
 */
const failure = /error|fail|fatal|exception|timed out|not found|denied|refused|cannot|unable/i
const noise = /^\s*(?:\[exit code|exit code|(?:Process|Command) exited|$)|\(pass\)|✓|\b0 fail|.{400}/i
const decision =
  /\bdecision(?: is|:)\W{1,5}\w|\bdecided (?:to|on|against) \w|\blet(?:['’]s| us) (?:use|put|go|keep|take|make|switch)\b|\b(?:we|I)(?:['’]ll| will|['’]m| am)? (?:chose|opted|go(?:ing)? with|switch(?:ing|ed)? to)\b/i

/** The line that says best what went wrong. */
export function errorLineOf(text) {
  const lines = text.split('\n').filter((line) => !noise.test(line))
  return (lines.find((line) => failure.test(line)) ?? lines.at(-1))?.trim().slice(0, 200)
}

export function isFailureLine(line) {
  return failure.test(line) && !noise.test(line)
}

/** Sentences that state a choice. */
export function decisionsOf(text) {
  const prose = text.replace(/```[\s\S]*?(?:```|$)/g, '\n')
  return prose
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 12 && sentence.length < 300)
    .filter((sentence) => decision.test(sentence) && !/[?？:]$/.test(sentence))
}

export function pathOf(input) {
  return [input.path, input.file_path, input.filePath, input.notebook_path].find((each) => typeof each === 'string')
}

/** True for arguments that change a file. */
export function isEdit(input) {
  const changes = ['content', 'new_text', 'new_string', 'old_string', 'old_text', 'edits', 'new_source', 'file_text']
  return pathOf(input) !== undefined && changes.some((name) => input[name] !== undefined)
}

export function valuesOf(value) {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(valuesOf)
}

function inputOf(part) {
  try {
    const input = JSON.parse(part.arguments)
    return typeof input === 'object' && input !== null ? input : {}
  } catch {
    return {}
  }
}

/** @param {readonly import('@palimpsest/core/message').Message[]} messages */
export function truthOf(messages) {
  const calls = new Map()
  const failing = new Map()
  const changed = new Set()
  const decisions = new Set()
  const uses = new Map()
  for (const message of messages) {
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    if (message.role === 'user' || message.role === 'assistant')
      for (const each of decisionsOf(text)) decisions.add(each)
    for (const part of message.parts) {
      if (part.type !== 'tool-call') continue
      const input = inputOf(part)
      const { command } = input
      // A run of the tests of a folder that succeeds settles what a run of one of them found.
      const key = typeof command === 'string' ? `${command} ` : `${part.name} ${part.arguments}`
      calls.set(part.callId, { input, key, reach: key.trimEnd() })
      for (const value of new Set(valuesOf(input)))
        if (value.length >= 6 && value.length <= 120 && !value.includes('\n'))
          uses.set(value, (uses.get(value) ?? 0) + 1)
    }
    if (message.role === 'tool') readResult(message, text, calls.get(message.callId), { failing, changed })
  }
  const repeated = [...uses].filter(([, count]) => count > 1).map(([value]) => value)
  return { errors: [...failing.values()], decisions: [...decisions], files: [...changed], arguments: repeated }
}

/** An edit that failed was made otherwise since; a command that failed last counts as failing, even if other words have mended it. */
function readResult(message, text, call, { failing, changed }) {
  if (call === undefined) return
  const failed = message.isError === true || /exit(?:ed with)? code:? [1-9]/i.test(text.slice(-200))
  if (isEdit(call.input)) {
    if (!failed) changed.add(pathOf(call.input))
    return
  }
  if (!failed) for (const key of failing.keys()) if (key.startsWith(call.reach)) failing.delete(key)
  failing.delete(call.key)
  const line = failed ? errorLineOf(text) : undefined
  if (line !== undefined && line.length > 8) failing.set(call.key, line)
}

/** Answers whether a text tells something: letter for letter, or most of its words on one line. */
export function createTeller(text) {
  const plain = text.replace(/\s+/g, ' ')
  const lines = text.split('\n').map((line) => new Set(wordsIn(line)))
  return (fact) => {
    if (plain.includes(fact.replace(/\s+/g, ' ').slice(0, 100))) return true
    const words = [...new Set(wordsIn(fact))]
    if (words.length < 3) return false
    return lines.some((line) => words.filter((word) => line.has(word)).length >= words.length * 0.8)
  }
}

function wordsIn(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []
}

import { sliceWhole } from '../../text/slice-whole.ts'
/** One program of a shell line, with its words (quotes removed) and the files it is to write to. */
export interface SimpleCommand {
  readonly words: readonly string[]
  readonly writes: readonly string[]
  readonly reads: readonly string[]
}

/** Longer scripts carry data, not more programs to learn from. */
const mostChars = 20_000
/** A quoted part, an operator, a redirection, plain characters, or a sign that opens what never ends: any text is made of these. */
const lexeme =
  /\\\n|\\[\s\S]|'[^']*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|\d?(?:<<-?|>>|[<>])(?:&\d|&-)?|&>{1,2}|&&|\|\||[;|&\n()]|[^\S\n]+|[^\s\\'"<>;|&()]+|[\s\S]/y
const operators = new Set(['&&', '||', ';', '|', '&', '\n', '(', ')'])
const blank = /^\s/
const redirection = /^(?:\d?[<>]|&>)/
const toHandle = /[&]\d?-?$/
const heredocMark = /^\s*['"]?([A-Za-z_]\w*)['"]?/

/** Takes a shell line apart far enough to see which programs run on which files. */
export function shellWords(script: string): readonly SimpleCommand[] {
  if (script !== latest.script) latest = { script, commands: parse(script) }
  return latest.commands
}

/** The same line is looked at for what it touches and for what it prints. */
let latest: { readonly script: string; readonly commands: readonly SimpleCommand[] } = { script: '', commands: [] }

function parse(script: string): readonly SimpleCommand[] {
  const parser = createParser()
  const text = script.length > mostChars ? sliceWhole(script, 0, mostChars) : script
  lexeme.lastIndex = 0
  for (let at = 0; lexeme.test(text); at = lexeme.lastIndex) {
    const piece = text.slice(at, lexeme.lastIndex)
    if (piece.startsWith('<<') && !text.startsWith('<<<', at)) {
      lexeme.lastIndex = parser.heredoc(text, lexeme.lastIndex)
    } else parser.take(piece)
  }
  return parser.finish()
}

function createParser() {
  const found: SimpleCommand[] = []
  let words: string[] = []
  let writes: string[] = []
  let reads: string[] = []
  let word = ''
  let role: 'word' | 'write' | 'read' = 'word'
  const endWord = () => {
    if (word !== '') (role === 'word' ? words : role === 'write' ? writes : reads).push(word)
    if (word !== '') role = 'word'
    word = ''
  }
  const endCommand = () => {
    endWord()
    if (words.length > 0 || writes.length > 0) found.push({ words, writes, reads })
    words = []
    writes = []
    reads = []
    role = 'word'
  }
  const take = (piece: string) => {
    const first = piece.charAt(0)
    if (first === "'" || first === '"') word += piece.slice(1, piece.endsWith(first) ? -1 : undefined)
    else if (first === '\\') word += piece === '\\\n' ? '' : piece.slice(1)
    else if (operators.has(piece)) endCommand()
    else if (blank.test(piece)) endWord()
    else if (redirection.test(piece)) {
      if (piece.length > 1 && toHandle.test(piece) && !piece.startsWith('&')) return
      endWord()
      role = piece.includes('>') ? 'write' : 'read'
    } else word += piece
  }
  /** The lines up to the mark are data; the rest of the line after the mark is still the command. */
  const heredoc = (text: string, at: number): number => {
    const mark = heredocMark.exec(text.slice(at, at + 80))
    const line = text.indexOf('\n', at)
    if (mark === null || line < 0) return at
    for (const piece of text.slice(at + mark[0].length, line).split(/(?<!\s)\s+(?=>)/)) {
      const target = /^\s*>{1,2}\s*(\S+)/.exec(piece)?.[1]
      if (target !== undefined) writes.push(target.replace(/['"]/g, ''))
    }
    const end = new RegExp(`\\n[\\t ]*${mark[1]}(?![^\\n;)])`, 'g')
    end.lastIndex = line
    const closed = end.exec(text)
    endCommand()
    return closed === null ? text.length : closed.index + closed[0].length
  }
  return {
    take,
    heredoc,
    finish: () => {
      endCommand()
      return found
    },
  }
}

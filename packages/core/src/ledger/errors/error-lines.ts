import { sliceWhole } from '../../text/slice-whole.ts'
import { singleSpaced } from '../language/single-spaced.ts'
import { plainLine } from './plain-line.ts'
/** A line that states a failure, and how often lines like it appeared in the text. */
export interface ErrorLine {
  readonly line: string
  readonly key: string
  readonly times: number
  /** Not all of them are the same line. */
  readonly varied?: true
  /** Others of the same output say more, or the call did not fail. */
  readonly minor?: true
}

/**
 * Required of a failure's line, without first letters that may be upper or lower case. Words that begin alike are
 * grouped: this runs over every output, and their shared part is looked for once.
 */
const hint =
  /r(?:ror|itical)|R(?:ROR|ITICAL)|xcept|E(?:RR[!_]| {3}|[A-Z]{5})|[Ff](?:ail|atal|ault)|FA(?:IL|TAL)|an(?:ic:|not find)|o(?:t (?:ok|found|exist)|nflict| such)|e(?:nied|fused|cogni[sz]ed|jected)|imed out|SIG[A-Z]|n(?:known [a-z]|expected)|f memory|CONFLICT|ssert|tatus[^\n]{0,8}[45]\d\d|[45]\d\d [A-Z]|HTTP[/ \d.]{0,5} [45]/g
/** The same for other languages and signs, looked for only where such letters are. */
const foreignHint =
  /[✗✘✖❌]|错误|失败|异常|エラー|失敗|例外|오류|에러|실패|шибк|омилк|не удалось|не вдалося|erreur|échec|échoué|ehler|ehlgeschlagen|falha|fall[óo]|błąd|powiodło|hata|başarısız|lỗi|thất bại|gagal|kesalahan|خطأ|فشل|त्रुटि|विफल|ผิดพลาด|ล้มเหลว/g
const foreign = /[\u00c0-\u1fff\u2716\u2717\u2718\u274c\u3040-\uffef]/

const codes =
  'ENOENT|EACCES|EPERM|EEXIST|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EADDRINUSE|ENOTFOUND|EPIPE|EISDIR|ENOTDIR|ENOTEMPTY|ENOSPC|EMFILE|ERESOLVE|EHOSTUNREACH|ERR_[A-Z_]{3,}|SIGSEGV|SIGKILL|SIGABRT|OOMKilled'
const phrases =
  'command not found|no such file or directory|permission denied|access denied|cannot find (?:module|package|name)|module not found|segmentation fault|core dumped|timed out|connection refused|undefined reference|is not recognized|does not exist|not found|unknown (?:option|command|argument|flag|json field|field)|unrecognized (?:option|argument|flag)|syntax error|unexpected token|out of memory|assertion failed|CONFLICT \\(|\\(rejected\\)|! \\[rejected'

/** A statement of failure in the words of compilers, test runners, shells, runtimes and log files. */
const statements: readonly RegExp[] = [
  // The word first, then what must stand before it: few lines have the word.
  /(?:Error|Exception|Fault)(?<=(?:^|[\s:>|\])[-])(?:(?:[\w$]{1,40}\.){0,6}[A-Z][\w$]{0,60})?(?:Error|Exception|Fault))(?: ?\[\w{1,40}\]| ?\(\w{1,40}\))?(?:: ?\S|$)/,
  /(?:^|[\s:\])>[-])(?:error|ERROR|Error|fatal|FATAL|Fatal|panic|critical|CRITICAL)(?: ?\[?[A-Za-z]{0,8}\d{2,6}\]?)?[:\]]/,
  /^(?:FAIL|FAILED|ERROR|✗|✘|✖|❌|not ok|--- FAIL|npm ERR!|npm error|error\b)[\s:]/,
  /^E {3,}\S|^\d+:\d+\s+error\s|\bERR!|\bFAILED\b/,
  /\b[1-9]\d{0,6} (?:tests? |test files? |suites? )?(?:failed|failing|failures?|errors?)\b/,
  /\blevel=(?:error|fatal)|\bERROR\b[^\w=(]/,
  new RegExp(`\\b(?:${codes})\\b`),
  new RegExp(phrases, 'i'),
  /\bHTTP(?:\/[\d.]{1,3})?[ :]+(?:status )?[45]\d\d\b|\bstatus(?:[ _]?code)?["']?[:= ]{1,3}[45]\d\d\b|\b[45]\d\d (?:Client Error|Server Error|Bad Request|Unauthorized|Forbidden|Not Found|Method Not|Conflict|Unprocessable|Too Many|Internal|Bad Gateway|Service Un|Gateway)/i,
  /(?:错误|异常|エラー|例外|오류|에러|ошибка|помилка|erreur|échec|fehler|errore|erro|falha|błąd|hata|lỗi|kesalahan|خطأ|त्रुटि|ข้อผิดพลาด)\s?[:：（([]/i,
  /(?:失败|失敗|失敗しました|エラーが発生しました|실패|실패했습니다|오류가 발생했습니다|не удалось|не вдалося|fehlgeschlagen|falló|a échoué|falhou|fallito|nie powiodło się|başarısız oldu|thất bại|gagal|فشل|विफल|ล้มเหลว)[^\n]{0,40}$/i,
]
const jsonStatement = /(?<!\?\s?)"(?:error|errors|error_?message|exception|fault|stderr)"\s{0,4}:\s{0,4}"[^"\n]{3,200}/i
/** Lines of a program or a page about failures do not state one, nor does a line that says where a log is kept. */
const codeLine =
  /^(?:\d+\s*[→|\t]|\d+[:-]\s{2,}|\d+[:-](?!\d)|(?:\/\/|\/\*|\*|#!|import |export |const |let |var |return\b|func |def |class |if[ (]|\} |else\b|case |throw |raise |try\b|catch\b|except\b|expect[(.]|assert[.(]|require[.(]|t\.|[+-]\s|@@|describe\(|it\(|test\()|#{1,6}\s|(?:[-*]|\d+[.)])\s+(?:\*\*|see error)|[\w.]+\(["'`])|[;{(,]$|a complete log of this run|^=== RUN|\(pass\)|✓|✔|(?:=>|&&|\|\|)$|(?:error|fail|fatal)\w{0,80}\(|\.(?:error|catch)\(|[A-Za-z]\.[A-Za-z]{1,5}[:-]\d+[:-]\s{2,}/i
/** Zero failures are good news. */
const goodNews =
  /\b(?:0|no) (?:tests? )?(?:errors?|failures?|failed|failing)\b(?![^\n]*\b[1-9]\d* (?:errors?|fail))|\bwithout (?:an? )?errors?\b/i

/** Longer lines are data; what is around the statement is enough. */
const before = 160
const after = 240
/** Distinct failures remembered of one text; the newest win, as the last one is what stopped it. */
const mostDistinct = 60

/** Lines of a tool's output that state a failure, those that differ only in numbers counted as one, oldest first. */
export function errorLines(text: string): readonly ErrorLine[] {
  const found = new Map<string, ErrorLine>()
  collect(text, hint, found)
  if (foreign.test(text)) collect(text, foreignHint, found)
  return [...found.values()]
}

/** The same of a text of any length; yields where others may run. */
export function* errorLinesSlowly(text: string): Generator<undefined, readonly ErrorLine[]> {
  const found = new Map<string, ErrorLine>()
  let isForeign = false
  for (const piece of piecesOf(text)) {
    isForeign ||= foreign.test(piece)
    collect(piece, hint, found)
    yield
  }
  for (const piece of isForeign ? piecesOf(text) : []) {
    collect(piece, foreignHint, found)
    yield
  }
  return [...found.values()]
}

/** A very long text is gone through in pieces of whole lines, so that others may run in between. */
export const pieceChars = 250_000

function* piecesOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    const newline = text.length - start > pieceChars ? text.indexOf('\n', start + pieceChars) : -1
    const end = newline < 0 || newline > start + 2 * pieceChars ? start + 2 * pieceChars : newline + 1
    const piece = sliceWhole(text, start, end)
    yield piece
    start += piece.length
  }
}

function collect(text: string, finder: RegExp, found: Map<string, ErrorLine>): void {
  finder.lastIndex = 0
  for (let match = finder.exec(text); match !== null; match = finder.exec(text)) {
    const start = Math.max(text.lastIndexOf('\n', match.index) + 1, match.index - before)
    const newline = text.indexOf('\n', match.index)
    const end = Math.min(newline < 0 ? text.length : newline, match.index + after)
    finder.lastIndex = Math.max(end, match.index + 1)
    const line = statementIn(sliceWhole(text, start, end))
    if (line !== undefined) remember(found, line)
  }
}

/** The failure that a line states, or `undefined` when it states none. */
export function statementIn(raw: string): string | undefined {
  const line = plainLine(raw).trim()
  const quoted = jsonStatement.exec(line)
  if (quoted !== null) return sliceWhole(line, quoted.index, quoted.index + quoted[0].length)
  if (line.length < 4 || codeLine.test(line) || goodNews.test(line)) return undefined
  return statements.some((statement) => statement.test(line)) ? line : undefined
}

function remember(found: Map<string, ErrorLine>, line: string): void {
  const key = errorKey(line)
  const known = found.get(key)
  found.delete(key)
  found.set(key, { line, key, times: (known?.times ?? 0) + 1, ...(isVaried(known, line) ? { varied: true } : {}) })
  if (found.size <= mostDistinct) return
  for (const oldest of found.keys()) {
    found.delete(oldest)
    break
  }
}

/** The first lines about a failure say what failed and why; those after them count, repeat or explain. */
const mostTelling = 3

/** Marks the lines that say less than others; of a call that did not fail all do, since they only report. */
export function ranked(lines: readonly ErrorLine[], isReport: boolean): readonly ErrorLine[] {
  return lines.map((line, i) => (isReport || i >= mostTelling ? { ...line, minor: true } : line))
}

/** True if a line, counted with those before it, makes them lines that differ. */
export function isVaried(known: Pick<ErrorLine, 'line' | 'varied'> | undefined, line: string): boolean {
  return known !== undefined && (known.varied === true || known.line !== line)
}

/** The number of lines like it, in words; empty for one. Only equal lines are the same failure again. */
export function seenTimes({ times, varied }: Pick<ErrorLine, 'times' | 'varied'>): string {
  if (times < 2) return ''
  return varied === true ? ` (and ${times - 1} like it)` : ` (${times} times)`
}

const told = /^(.*?)(?: ×(\d{1,9})| \((\d{1,9}) times\)| \(and (\d{1,9}) like it\))$/s

/** Reads a line back with its count, as a summary or an index shows it. */
export function readTimes(text: string): Omit<ErrorLine, 'key'> {
  const [found, line = text, listed, equal, alike] = told.exec(text) ?? []
  if (found === undefined) return { line: text, times: 1 }
  return alike === undefined
    ? { line, times: Number(listed ?? equal) }
    : { line, times: Number(alike) + 1, varied: true }
}

/** Failures that differ only in numbers, addresses or spacing are counted as one. */
export function errorKey(line: string): string {
  return singleSpaced(line.slice(0, after).replace(/0x[0-9a-f]+|\d+/gi, '#')).toLowerCase()
}

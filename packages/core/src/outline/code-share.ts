import { declarationOf, isComment } from './declaration.ts'

const codeEnd = /(?:[;{}]|[,([]|\)|=>|->|\):|\\)$/
const codeStart =
  /^(?:import|from|return|const|let|var|if|else|elif|for|while|switch|try|except|catch|raise|throw|with|using|use|include|require|@\w|#include|#\[|package|end$|fi$|done$|esac$|echo|export|local|select|insert|update|where|self\.|this\.|[+-]\s{0,40}[\w}])/i
const assigned = /^[\w$.[\]'"]{1,60}(?:\s{0,4}:\s?[\w<>[\]| ]{1,40})?\s{0,4}(?::=|[-+|&*/]?=)\s?\S/
const called = /^[\w$.:!>-]{1,80}\(.{0,300}\);?$/

/** The share of lines that look like code; comments and what stands in fences count as neither. */
export function codeShare(filled: readonly string[]): number {
  const lines = outsideFences(filled).filter((line) => !isComment(line.trim()))
  if (lines.length === 0) return 0
  return lines.filter((line) => isCode(line)).length / lines.length
}

function isCode(line: string): boolean {
  const trimmed = line.trim()
  if (isSentence(trimmed)) return false
  if (codeEnd.test(trimmed.slice(-4)) && !/^[-*] /.test(trimmed)) return true
  const looksSo = codeStart.test(trimmed) && /[=(){};:'"<[\]]/.test(trimmed)
  return looksSo || assigned.test(trimmed) || called.test(trimmed) || declarationOf(trimmed, 0) !== undefined
}

const sentenceEnd = /[.!?:,]["')\]]?$/
const markdown = /^(?:#{1,6} |[-*+] |\d{1,3}[.)] |> |\| |!?\[[^\]]{1,80}\]\(|\*\*)/

/** The share of lines that are sentences, or parts of a Markdown text, outside its fences. */
export function proseShare(filled: readonly string[]): number {
  const lines = outsideFences(filled)
  if (lines.length === 0) return 0
  return lines.filter((line) => isSentence(line.trim()) || isMarkdown(line)).length / lines.length
}

function isMarkdown(line: string): boolean {
  return markdown.test(line.slice(0, 200).trimStart()) && !/[;{]$/.test(line.trimEnd())
}

/** Several words, nearly all letters, as people write; or the line of a script that writes without spaces. */
function isSentence(trimmed: string): boolean {
  if (isComment(trimmed) && !/^#{1,6} |^\* /.test(trimmed)) return false
  const start = trimmed.slice(0, 400)
  if (/[\u3040-\u30ff\u4e00-\u9fff]{8}/.test(start)) return true
  const words = start.split(' ').filter((word) => /^["'(*_]?\p{L}[\p{L}'’-]{0,40}[.,:;!?"')*_]{0,3}$/u.test(word))
  const marks = start.match(/[{}()[\]=;<>|\\/$]/g)?.length ?? 0
  const isWordy = words.length >= 5 && marks * 6 <= words.length && words.length * 1.6 >= start.split(' ').length
  return isWordy && (sentenceEnd.test(start) || words.length >= 7)
}

/** A fence opens at the beginning of a line, and the next closes it. */
function outsideFences(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let isInside = false
  for (const line of lines) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isInside = !isInside
    else if (!isInside) kept.push(line)
  }
  return kept.length === 0 ? lines : kept
}

import { findInside } from '../assignments/find-inside.ts'
import type { AssignmentKey } from '../assignments/read-key.ts'
import type { Rule } from '../scan/rule.ts'
import type { Span } from '../scan/span.ts'

/** A manifest of one secret is shorter than this; what is further away belongs to another one. */
const reachChars = 3_000

const named =
  /(?:^|\n|\\n|[{,]\s{0,40})[ \t]{0,40}\\{0,15}"?(data|stringData)\\{0,15}"?:[ \t]{0,4}(?=\{|\r?\n|\\{1,15}n)/

const kind = /kind\\{0,8}"?:\s{0,4}\\{0,8}"?Secret\W?$/

/** The data of a Kubernetes secret has whatever names its program reads. */
export const kubeRules: readonly Rule[] = [
  { id: 'kube-secret', keywords: ['secret'], find: (text, at) => findData(text, at) },
  // By its end: much begins with "string".
  {
    id: 'kube-secret',
    keywords: ['gdata:', 'gdata"', 'gdata\\"'],
    find: (text, at) => findBlock(text, at - 5, at + 5),
  },
]

function findData(text: string, at: number): readonly Span[] {
  if (!kind.test(text.slice(Math.max(0, at - 24), at + 7))) return []
  const before = text.slice(Math.max(0, at - reachChars), at)
  const start = Math.max(before.lastIndexOf('\n---'), before.lastIndexOf('"items"'), 0)
  const from = at - before.length + start
  const behind = text.slice(at, at + reachChars)
  const next = behind.indexOf('\n---')
  const manifest = text.slice(from, at + (next === -1 ? behind.length : next))
  const match = named.exec(manifest)
  if (match === null) return []
  const name = from + match.index + match[0].indexOf(match[1] ?? '')
  return findBlock(text, name, name + (match[1] ?? '').length)
}

function findBlock(text: string, start: number, end: number): readonly Span[] {
  if (start < 0 || !/^(?:data|stringData)$/.test(text.slice(start, end))) return []
  const gap = /^\\{0,15}"?:[ \t]{0,4}/.exec(text.slice(end, end + 24))?.[0].length
  if (gap === undefined) return []
  const key: AssignmentKey = {
    promise: 'password',
    name: 'stringData',
    isFlag: false,
    isUpper: false,
    isPlural: true,
    start,
    end,
  }
  return findInside(text, end + gap, key) ?? []
}

import type { Span } from '../scan/span.ts'
import { readValue, type Value } from '../values/read-value.ts'
import { judgeValue, type KeyedSetting } from './judge-value.ts'
import type { AssignmentKey } from './read-key.ts'

/** So much is read of what a name encloses; a longer list of secrets is none that someone wrote. */
const maxChars = 4_000
const maxMembers = 80

/** Names that only say "this is it". */
const valueNames =
  /^(?:value|values|raw|default|plain|plaintext|secret|current|text|content|string|(?:secret|string)_?(?:string|value)|data)$/i

/** Names that occur among secrets and hold none. */
const plainNames =
  /^(?:type|kind|ids|names|provider|backend|engine|driver|manager|store|mode|host|port|url|uri|endpoint|server|user|users|login|email|account|region|zone|bucket|database|schema|description|desc|required|optional|enabled|disabled|external|file|files|path|paths|dir|source|target|from|to|environment|env|version|client_?email|role|scope|scopes|method|grant_?type|algorithm|format|created|created_?at|updated_?at|expires|expires_?at|ttl|mount|mounts|namespace|labels?|annotations?|profile|count|length|size|title|message|status|uses|with|if|run|steps|on|in|inherit|[\w.-]*(?:id|name))$/i

/** A token or a key has only characters of which they are made; a pattern or a sentence has others. */
const keyText = /^(?:[A-Z][a-z]{3,8} )?[\w+/=.~:-]+$/

/** True if the key encloses secrets of any name. */
export function isGroup(key: AssignmentKey): boolean {
  return /(?:secrets|credentials|creds|stringData)$/i.test(key.name)
}

/** The credentials in what opens at `from`: an object, a list or a block of lines that belongs to the key. */
export function findInside(text: string, from: number, key: AssignmentKey): readonly Span[] | undefined {
  // "/secrets:" is an address among others.
  if (text.charAt(key.start - 1) === '/') return undefined
  const mark = text.charAt(from)
  if (mark === '{') return found(findMembers(text, from, key))
  if (mark === '[') return found(findItems(text, from, key))
  lineBreak.lastIndex = from
  return lineBreak.test(text) ? found(findLines(text, from, key)) : undefined
}

function found(spans: readonly Span[]): readonly Span[] | undefined {
  return spans.length > 0 ? spans : undefined
}

function judge(text: string, value: Value, strong: boolean): Span | undefined {
  const id = strong ? 'password' : 'secret'
  const standing: KeyedSetting = { id, strong, quoted: value.quoted, literal: true, certain: false }
  return judgeValue(text, value, standing)
}

/** A member of such an object: of any name in a group, else of one that says that it is the value. */
function judgeMember(text: string, value: Value, name: string, key: AssignmentKey): Span | undefined {
  const counts = isGroup(key) ? !plainNames.test(name) : valueNames.test(name)
  return counts ? judge(text, value, isGroup(key) || key.promise === 'password') : undefined
}

function judgeItem(text: string, value: Value, key: AssignmentKey): Span | undefined {
  const strong = key.promise === 'password'
  return strong || keyText.test(value.text) ? judge(text, value, strong) : undefined
}

const between = /(?:[\s,"'}\]]|\\{1,15}(?:[nrt"'])){0,200}/y
const memberName = /(?:\\{0,15}["'])?([\w.$/-]{1,80})\\{0,15}["']?\s{0,8}(?:=>|[:=])\s{0,8}/y

function findMembers(text: string, from: number, key: AssignmentKey): readonly Span[] {
  const spans: Span[] = []
  const stop = Math.min(text.length, from + maxChars)
  let at = from + 1
  let depth = 1
  for (let n = 0; n < maxMembers && at < stop; n++) {
    between.lastIndex = at
    const gap = between.exec(text)?.[0] ?? ''
    depth -= gap.split('}').length - 1
    at += gap.length
    memberName.lastIndex = at
    const match = depth > 0 ? memberName.exec(text) : null
    if (match === null) break
    at += match[0].length
    if (text.charAt(at) === '{') {
      depth++
      at++
      continue
    }
    const value = readValue(text, at, false)
    // A list announces itself.
    if (value === undefined) break
    // What is nested has a name of its own.
    const span = depth === 1 ? judgeMember(text, value, match[1] ?? '', key) : undefined
    if (span !== undefined) spans.push(span)
    at = Math.max(span?.end ?? 0, value.end) + (value.closed ? 1 : 0)
  }
  return spans
}

const itemGap = /(?:[\s,]|\\{1,15}[nrt]){0,200}/y
const closingQuote = /\\{0,15}["'`]/y

function findItems(text: string, from: number, key: AssignmentKey): readonly Span[] {
  const spans: Span[] = []
  const stop = Math.min(text.length, from + maxChars)
  let at = from + 1
  for (let n = 0; n < maxMembers && at < stop; n++) {
    itemGap.lastIndex = at
    at += itemGap.exec(text)?.[0].length ?? 0
    const value = readValue(text, at, false)
    if (value?.closed !== true) break
    const span = judgeItem(text, value, key)
    if (span !== undefined) spans.push(span)
    closingQuote.lastIndex = value.end
    at = value.end + (closingQuote.exec(text)?.[0].length ?? 1)
  }
  return spans
}

const lineBreak = /[ \t]{0,40}(?:#[^\n\\]{0,120})?(?:\r?\n|(?:\\{1,15}r)?\\{1,15}n)/y
const line =
  /([ \t]{0,80})(?:(-)[ \t]{1,8})?(?:(?:\\{0,15}["'])?([\w./-]{1,80})\\{0,15}["']?[ \t]{0,2}:(?:[ \t]{1,40}|(?=["'\\\r\n])))?/y

function findLines(text: string, from: number, key: AssignmentKey): readonly Span[] {
  const spans: Span[] = []
  const stop = Math.min(text.length, from + maxChars)
  const outer = indentOf(text, key.start)
  let inner: number | undefined
  let at = from
  for (let n = 0; n < maxMembers && at < stop && outer !== undefined; n++) {
    lineBreak.lastIndex = at
    const gap = lineBreak.exec(text)?.[0]
    if (gap === undefined) break
    line.lastIndex = at + gap.length
    const [lead = '', indent = '', dash, name] = line.exec(text) ?? []
    at += gap.length + lead.length
    if (indent.length < outer || (indent.length === outer && dash === undefined)) break
    inner ??= indent.length
    // What is indented further, or an item of a list, has a name of its own.
    const isOwn = indent.length === inner && (dash === undefined) === (name !== undefined)
    const span = isOwn ? spanOfLine(text, at, name, key) : undefined
    if (span !== undefined) spans.push(span)
    at = endOfLine(text, Math.max(at, span?.end ?? 0))
  }
  return spans
}

function spanOfLine(text: string, at: number, name: string | undefined, key: AssignmentKey): Span | undefined {
  const value = readValue(text, at, false)
  if (value === undefined) return undefined
  if (name !== undefined) return endsLine(text, judgeMember(text, value, name, key))
  return key.isPlural && !isGroup(key) ? endsLine(text, judgeItem(text, value, key)) : undefined
}

/** A value that is followed by more words is a remark. */
function endsLine(text: string, span: Span | undefined): Span | undefined {
  return span !== undefined &&
    /^(?:\\{0,15}["'])?[ \t]*(?:#|\\|["'}]|\r?\n|$)/.test(text.slice(span.end, span.end + 24))
    ? span
    : undefined
}

const entry = /[ \t]{0,8}["']?([\w.-]{1,80})["']?[ \t]{0,8}=[ \t]{0,8}/y

/** The sections of TOML go on to the next one. */
export function findSection(text: string, from: number, key: AssignmentKey): readonly Span[] | undefined {
  const spans: Span[] = []
  const stop = Math.min(text.length, from + maxChars)
  let at = from
  for (let n = 0; n < maxMembers && at < stop; n++) {
    lineBreak.lastIndex = at
    const gap = lineBreak.exec(text)?.[0]
    if (gap === undefined) break
    at += gap.length
    entry.lastIndex = at
    const [lead = '', name] = entry.exec(text) ?? []
    if (name === undefined && /[^\s\\#]/.test(text.charAt(at))) break
    at += lead.length
    const value = name === undefined ? undefined : readValue(text, at, false)
    const span = value && endsLine(text, judgeMember(text, value, name ?? '', key))
    if (span !== undefined) spans.push(span)
    at = endOfLine(text, Math.max(at, span?.end ?? 0))
  }
  return found(spans)
}

const lineRest = /(?:[^\n\\]|\\(?!\\{0,14}[nr])){0,4000}/y

function endOfLine(text: string, at: number): number {
  lineRest.lastIndex = at
  return at + (lineRest.exec(text)?.[0].length ?? 0)
}

/** The indentation of the line that the key opens; a name at the end of a sentence opens none. */
function indentOf(text: string, start: number): number | undefined {
  const lead = text.slice(Math.max(0, start - 120), start)
  return /(?:^|\n|\\n)([ \t]*)(?:- )?["'\\]{0,16}$/.exec(lead)?.[1]?.length
}

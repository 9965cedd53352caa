import type { EnginePorts } from '../../contract/occasion.ts'
import { isObject, parseJson } from '../../json.ts'
import type { CountText } from '../../tokens/count.ts'
import type { Fence } from '../prompt/fence.ts'
import { headings, isEmptySection, parseSections, writeSections } from '../sections/headings.ts'
import { grounding } from './grounding.ts'
import { isRefusal } from './is-refusal.ts'
import { keepsLanguage } from './keeps-language.ts'
import { withoutSmallTalk } from './small-talk.ts'
import { stripReasoning } from './strip-reasoning.ts'

/** The standard that an answer is judged by. */
export interface Assignment {
  /** Everything the model was asked to summarise. */
  readonly source: string
  readonly sourceTokens: number
  readonly targetTokens: number
  readonly userWords: string
  readonly fence: Fence
  /** The part of the source that must not be copied: an earlier summary may be. @default all of it */
  readonly turns?: string
  /** Tokens of an earlier summary that is to be kept as far as it holds: what keeps it may be longer by as much. @default 0 */
  readonly keepTokens?: number
}

/** The dependencies of judging. */
export interface ValidateDeps {
  readonly countText: CountText
  readonly pause: EnginePorts['pause']
}

/** Why an answer cannot be used. */
export type AnswerFault = 'empty' | 'refusal' | 'junk' | 'echo' | 'not-shorter' | 'too-long' | 'language'
/** An oddity of an answer that can be used. */
export type SummaryFlag = 'headings-missing' | 'summary-long'

/** A usable answer in our form, or what is wrong with it. In the wrong language it may still be the best there is. */
export type Judgement =
  | { readonly kind: 'sound'; readonly body: string; readonly flags: readonly SummaryFlag[] }
  | {
      readonly kind: 'faulty'
      readonly fault: AnswerFault
      readonly body?: string
      readonly flags: readonly SummaryFlag[]
    }

/** A summary says the same in fewer words: more of them than this are rare, fewer of a strange text are chance. */
const leastGrounding = 0.25
/** Text without our form may be anything, such as a program's complaint: it must say more, about what was said. */
const leastFormlessGrounding = 0.4
const leastFormlessTerms = 9
/** A summary of more than this says something about it; of less there may be nothing to say. */
const smallSourceTokens = 500
/** The least share of the size that was asked for, and the size that always suffices. */
const leastShare = 0.005
const enoughTokens = 20
/** Words of two languages do not match, names and numbers do; if most of them are right, so may be the rest. */
const leastNames = 0.5
const notNames = /[^!-~\s]+/g
/** A copy is mostly made of lines of its source, and about as long. */
const mostCopied = 0.6
const muchShorter = 0.5
/** A summary may be this many times the size that was asked for. */
const slack = 1.5
const lineSample = 60
/** Short lines ("done", "}") occur everywhere. */
const tellingLine = 20

/** Judges a model's answer. Length, form and language are code's to check; whether it is true is `checkFacts`' business. */
export async function validate(answer: string, assignment: Assignment, deps: ValidateDeps): Promise<Judgement> {
  const text = stripReasoning(answer)
  if (text === '') return faulty('empty')
  if (isRefusal(text)) return faulty('refusal')
  if (isErrorPage(text)) return faulty('junk')
  const { body, flags, said } = inForm(text)
  if (said === '') return faulty('empty')
  const tokens = deps.countText(body)
  if (copiesFence(text, assignment.fence)) return faulty('echo')
  if (
    tokens > assignment.sourceTokens * muchShorter &&
    copiedShare(said, assignment.turns ?? assignment.source) > mostCopied
  )
    return faulty('echo')
  if (saysTooLittle(deps.countText(said), assignment)) return faulty('junk')
  if (!keepsLanguage(assignment.userWords, said)) {
    const names = await grounding(said.replace(notNames, ' '), assignment.source, deps.pause)
    return { ...faulty('language'), ...((names ?? 0) >= leastNames && { body, flags }) }
  }
  if (!(await isGrounded({ said, isFormless: flags.length > 0 }, assignment, deps))) return faulty('junk')
  return judgeLength({ body, flags, tokens }, assignment)
}

function saysTooLittle(tokens: number, { sourceTokens, targetTokens }: Assignment): boolean {
  return sourceTokens > smallSourceTokens && tokens < Math.min(targetTokens * leastShare, enoughTokens)
}

/** Words that are too few to judge are no account of a source that has many. */
async function isGrounded(
  { said, isFormless }: { readonly said: string; readonly isFormless: boolean },
  { source, sourceTokens }: Assignment,
  { pause }: ValidateDeps,
): Promise<boolean> {
  const isStrict = isFormless && sourceTokens > smallSourceTokens
  const share = await grounding(said, source, pause, isStrict ? leastFormlessTerms : undefined)
  if (share === undefined) return sourceTokens <= smallSourceTokens
  return share >= (isStrict ? leastFormlessGrounding : leastGrounding)
}

function judgeLength(
  { body, flags, tokens }: { body: string; flags: readonly SummaryFlag[]; tokens: number },
  { sourceTokens, targetTokens, keepTokens = 0 }: Assignment,
): Judgement {
  if (tokens >= sourceTokens) return faulty('not-shorter')
  if (tokens <= targetTokens) return { kind: 'sound', body, flags }
  const limit = Math.max(targetTokens * slack, keepTokens + targetTokens / 2, sourceTokens / 2)
  if (tokens >= limit) return faulty('too-long')
  return { kind: 'sound', body, flags: [...flags, 'summary-long'] }
}

function faulty(fault: AnswerFault): Judgement & { kind: 'faulty' } {
  return { kind: 'faulty', fault, flags: [] }
}

/** A text without headings is still a summary; it is filed where facts that fit nowhere else belong. */
function inForm(text: string) {
  const read = parseSections(text)
  const sections = Object.keys(read.texts).length > 0 ? withoutSmallTalk(read) : read
  const said = [sections.opening, ...headings.map((heading) => sections.texts[heading])]
    .filter((part) => !isEmptySection(part))
    .join('\n')
    .trim()
  if (Object.keys(sections.texts).length > 0) return { body: writeSections(sections), flags: [], said }
  const body = writeSections({ opening: '', texts: { 'Critical Context': sections.opening } })
  return { body, flags: ['headings-missing'] as const, said }
}

function isErrorPage(text: string): boolean {
  if (/^(?:<!doctype|<html|<\?xml|<head\b|<body\b)/i.test(text)) return true
  if (!text.startsWith('{') && !text.startsWith('[')) return false
  const value = parseJson(text)
  return isObject(value) || Array.isArray(value)
}

function copiesFence(text: string, { tag }: Fence): boolean {
  return text.split('\n').filter((line) => line.startsWith(`[${tag} `)).length >= 3
}

function copiedShare(text: string, source: string): number {
  const lines = text.split('\n').filter((line) => line.trim().length >= tellingLine)
  if (lines.length === 0) return 0
  const step = Math.max(1, lines.length / lineSample)
  const picked: string[] = []
  for (let at = 0; at < lines.length; at += step) picked.push(lines[Math.floor(at)] ?? '')
  return picked.filter((line) => source.includes(line)).length / picked.length
}

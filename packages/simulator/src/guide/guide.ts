import type { Message } from '@palimpsest/core/message'
import type { ModelRequest, SimulatedModel } from '../model/model.ts'
import { mintFor, type ScriptedTurn, scriptedReply } from '../model/scripted.ts'
import { chapters, isNext } from './chapters.ts'
import { firstLogLine } from './guide-files.ts'
import { answerTo } from './topics.ts'
import { tourSummary } from './tour-summary.ts'

/** The models that the guide plays, so that prices and rules are those of real ones. */
export const guideModels = { speaker: 'claude-sonnet-5', summariser: 'claude-haiku-4-5' } as const

/** A model that shows a newcomer around: a chapter for each message, and answers to what is asked in between. */
export function createGuide(): SimulatedModel {
  let calls = 0
  let chapter = 0
  let step = 0
  const speak = (request: ModelRequest): ScriptedTurn => {
    const { messages } = request
    const last = messages.at(-1)
    if (last?.role !== 'user') step++
    else {
      step = 0
      const words = textOf(last)
      const isFirst = !messages.some(({ role }) => role === 'assistant')
      const aside = isFirst ? undefined : asideTo(words, chapter === chapters.length - 1)
      if (aside !== undefined) return { text: aside }
      chapter = isFirst || isAgain(words) ? 0 : Math.min(chapter + 1, chapters.length - 1)
    }
    const words = textOf(messages.findLast(({ role }) => role === 'user'))
    const heard = { words, step, results: textOf(last), showsFirstLog: showsFirstLog(messages) }
    return chapters[chapter]?.(heard) ?? { text: 'Say `next` to go on.' }
  }
  return (request) => {
    calls++
    const isSummary = request.model === guideModels.summariser
    const turn = isSummary ? { text: tourSummary(request.messages.map(textOf).join('\n')) } : speak(request)
    return scriptedReply(turn, mintFor(request, calls))
  }
}

const others =
  'I am only a script. I know something about compaction, undo, recall, caching, costs, tools, privacy, engines and keys.'

/** Replies to a question or the name of a topic without continuing the tour. After its end all is a question. */
function asideTo(words: string, isOver: boolean): string | undefined {
  if (isNext(words) || isAgain(words)) return undefined
  const isQuestion = /\?\s*$|^(?:what|why|how|who|when|where|can|does|is|tell me)\b/i.test(words.trim())
  if (!isQuestion && !isOver && !(isOneWord(words) && answerTo(words) !== undefined)) return undefined
  const goOn = isOver
    ? 'Ask on, say `again` to start over, or leave with `/quit`.'
    : 'Say `next` to go on with the tour.'
  return `${answerTo(words) ?? others}\n\n${goOn}`
}

function isOneWord(words: string): boolean {
  return /^\W*\w{1,20}\W*$/.test(words.slice(0, 40))
}

function isAgain(words: string): boolean {
  return /^\W*(?:again|start over|restart)\W*$/i.test(words.slice(0, 40))
}

/** True when the content of the first log is in front of the model. */
function showsFirstLog(messages: readonly Message[]): boolean {
  return messages.some((message) => message.role === 'tool' && textOf(message).includes(firstLogLine))
}

function textOf(message: Message | undefined): string {
  return message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') ?? ''
}

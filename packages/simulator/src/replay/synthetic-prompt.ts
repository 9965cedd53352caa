import type { FunctionTool, Message, Tool, Transcript } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'

/** The parts of a request beside the messages of a transcript. */
export interface Surroundings {
  /** A system prompt that is no message of the transcript. */
  readonly system?: string
  readonly tools: readonly Tool[]
}

const sentence =
  'Work step by step, look before you change anything, keep to the conventions of the project, and say what you did. '

/** Returns a transcript's surroundings; a missing system prompt or tools are made up, of so many tokens in all. */
export function surroundingsOf(transcript: Transcript, systemTokens: number, counter: Counter): Surroundings {
  const { messages, tools = [] } = transcript
  const lacksSystem = messages[0]?.role !== 'system'
  const lacksTools = tools.length === 0
  if (systemTokens === 0 || (!lacksSystem && !lacksTools)) return { tools }
  const forTools = lacksTools ? (lacksSystem ? Math.floor(systemTokens / 2) : systemTokens) : 0
  const perSentence = sentenceTokens(counter)
  const made = lacksTools ? [...tools, ...makeTools(forTools, perSentence, counter)] : tools
  const taken = lacksTools ? made.reduce((sum, tool) => sum + counter.tool(tool), 0) : 0
  return lacksSystem ? { tools: made, system: makeText(systemTokens - taken, perSentence) } : { tools: made }
}

/** Returns the prompt as a message, to precede all others. */
export function systemMessage({ system }: Surroundings): readonly Message[] {
  return system === undefined ? [] : [{ role: 'system', parts: [{ type: 'text', text: system }] }]
}

/** A text of equal sentences costs the same for each of them. */
function sentenceTokens(counter: Counter): number {
  const count = (text: string) => counter.part({ type: 'text', text })
  return (count(sentence.repeat(101)) - count(sentence)) / 100
}

/** About so many tokens. */
function makeText(tokens: number, perSentence: number): string {
  const sentences = Math.max(0, Math.round((tokens - 8) / perSentence))
  return `You are a careful assistant. ${sentence.repeat(sentences)}`.trimEnd()
}

/** A tool of some 400 tokens, as many as are needed. */
function makeTools(tokens: number, perSentence: number, counter: Counter): readonly FunctionTool[] {
  const count = Math.max(1, Math.round(tokens / 400))
  const share = Math.floor(tokens / count)
  return Array.from({ length: count }, (_, i) => {
    const bare: FunctionTool = { kind: 'function', name: `tool_${i + 1}`, schema: { type: 'object', properties: {} } }
    return { ...bare, description: makeText(Math.max(0, share - counter.tool(bare)), perSentence) }
  })
}

import { isFailure } from '@palimpsest/core/errors'
import type { JsonObject } from '@palimpsest/core/json'
import { declinedText, unaskedText } from '@palimpsest/core/message'
import type { z } from 'zod'
import type { AgentTool, Question, ToolContext, ToolLimits, ToolResult } from './agent-tool.ts'
import { inTurn } from './in-turn.ts'
import { readInput, schemaOf } from './read-input.ts'
import { systemCode, systemWords, ToolRefusal } from './tool-refusal.ts'
import { unlessAborted } from './unless-aborted.ts'

interface Common<Schema extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  /** The schema that the model is shown. @default that of `input` */
  readonly schema?: JsonObject
  readonly limits: ToolLimits
}

/** A tool that only looks. */
interface LookingTool<Schema extends z.ZodType> extends Common<Schema> {
  run(input: z.output<Schema>, context: ToolContext, signal: AbortSignal): Promise<ToolResult>
}

/** A tool that changes something, and asks first. */
interface ChangingTool<Schema extends z.ZodType> extends Common<Schema> {
  /** Its questions of one message are put as one. */
  readonly asksTogether?: true
  /** Says what would happen in the world as it is now; refuses what cannot be done, so that nobody is asked in vain. */
  propose(input: z.output<Schema>, context: ToolContext): Promise<Proposal>
}

/** A change that can be described before it is made, and made exactly as described. */
export interface Proposal {
  /** Without one nothing has to be asked. */
  readonly question?: Question
  /** The file that is changed: of two changes made at once, the second is proposed anew after the first. */
  readonly path?: string
  act(signal: AbortSignal): Promise<ToolResult>
}

/** A tool by what is its own; the rest is the same for all. */
export type ToolDefinition<Schema extends z.ZodType> = LookingTool<Schema> | ChangingTool<Schema>

/** Creates a tool that checks its input, asks where it must, and reports in its result what went wrong. */
export function defineTool<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): AgentTool {
  const { name, description, input: type, limits } = definition
  const schema = definition.schema ?? schemaOf(type)
  return {
    name,
    description,
    schema,
    limits,
    isChanging: 'propose' in definition,
    ...('propose' in definition && definition.asksTogether && { question: questionOf(definition, type, schema) }),
    async run(raw, context, signal) {
      const reading = readInput(type, schema, raw)
      if (reading.kind === 'bad') return failed(`The input of ${name} is not right.\n${reading.reason}`)
      try {
        signal.throwIfAborted()
        if ('run' in definition) return await definition.run(reading.input, context, signal)
        return await agreeAndAct(() => definition.propose(reading.input, context), context, signal)
      } catch (error) {
        return resultOf(error, signal)
      }
    },
  }
}

function questionOf<Schema extends z.ZodType>(
  { propose }: ChangingTool<Schema>,
  type: Schema,
  schema: AgentTool['schema'],
): NonNullable<AgentTool['question']> {
  return async (raw, context) => {
    const reading = readInput(type, schema, raw)
    if (reading.kind === 'bad') return undefined
    const proposal = await propose(reading.input, context).catch(() => undefined)
    return proposal?.question
  }
}

/** The world may change while the user thinks, so it is looked at again: only what was agreed to is done. */
async function agreeAndAct(
  propose: () => Promise<Proposal>,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const proposed = await propose()
  if (proposed.question === undefined) return proposed.act(signal)
  const answer = await unlessAborted(context.confirm(proposed.question), signal)
  if (answer !== true) return { ...failed(answer === 'nobody' ? unaskedText : declinedText), isDeclined: true }
  return inTurn(proposed.path, async () => {
    signal.throwIfAborted()
    const now = await propose()
    if (now.question?.text !== proposed.question?.text) throw new ToolRefusal(changedWords)
    return now.act(signal)
  })
}

const changedWords =
  'Nothing was done: what the call would do changed while the user was asked. Look at it again, then make the call anew.'

/** An error result. */
export function failed(text: string): ToolResult {
  return { text, isError: true }
}

/** The most characters that a tool may answer with in this context. */
export function answerRoom(limits: ToolLimits, context: ToolContext): number {
  return Math.min(limits.maxChars, context.maxChars ?? limits.maxChars)
}

function resultOf(error: unknown, signal: AbortSignal): ToolResult {
  if (signal.aborted) return failed('Cancelled before it was done.')
  if (error instanceof ToolRefusal) return failed(error.message)
  if (isFailure(error)) return failed(error.message)
  const code = systemCode(error)
  if (code === undefined) throw error
  return failed(`That did not work: ${systemWords(code)}.`)
}

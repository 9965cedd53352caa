import { isFailure } from '@palimpsest/core'
import type { z } from 'zod'
import { readInput, schemaOf } from './read-input.ts'
import { Refusal, systemCode, systemWords } from './refusal.ts'
import type { Tool, ToolContext, ToolLimits, ToolResult } from './tool.ts'

/** A tool by what is its own; the rest is the same for all. */
export interface ToolDefinition<Schema extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  readonly limits: ToolLimits
  /** Refuses what cannot be done, so that the user is not asked in vain. */
  check?(input: z.output<Schema>, context: ToolContext): Promise<void>
  /** What the user is asked before it acts. */
  question?(input: z.output<Schema>): string
  run(input: z.output<Schema>, context: ToolContext, signal: AbortSignal): Promise<ToolResult>
}

/** Makes a tool that checks its input, asks where it must, and tells in its result what went wrong. */
export function defineTool<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): Tool {
  const { name, description, input: type, limits } = definition
  const schema = schemaOf(type)
  return {
    name,
    description,
    schema,
    limits,
    needsConfirmation(raw) {
      const reading = readInput(type, schema, raw)
      return reading.kind === 'good' ? definition.question?.(reading.input) : undefined
    },
    async run(raw, context, signal) {
      const reading = readInput(type, schema, raw)
      if (reading.kind === 'bad') return failed(`The input of ${name} is not right.\n${reading.reason}`)
      try {
        signal.throwIfAborted()
        await definition.check?.(reading.input, context)
        const question = definition.question?.(reading.input)
        if (question !== undefined && !(await unlessAborted(context.confirm(question), signal)))
          return failed('The user declined; nothing was done. Ask what to do instead.')
        signal.throwIfAborted()
        return await definition.run(reading.input, context, signal)
      } catch (error) {
        return resultOf(error, signal)
      }
    },
  }
}

/** An error result. */
export function failed(text: string): ToolResult {
  return { text, isError: true }
}

/** The most characters that a tool may answer with in this context. */
export function roomOf(limits: ToolLimits, context: ToolContext): number {
  return Math.min(limits.maxChars, context.maxChars ?? limits.maxChars)
}

function resultOf(error: unknown, signal: AbortSignal): ToolResult {
  if (signal.aborted) return failed('Cancelled before it was done.')
  if (error instanceof Refusal) return failed(error.message)
  if (isFailure(error)) return failed(error.message)
  const code = systemCode(error)
  if (code === undefined) throw error
  return failed(`That did not work: ${systemWords(code)}.`)
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stop = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    // The question itself may have led to the abort, before anyone listened.
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: stop.signal })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stop.abort()
  }
}

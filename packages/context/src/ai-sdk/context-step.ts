import type { Context } from '../context.ts'
import { rememberOurs, withoutOurMarks } from './our-marks.ts'

/** What `prepareStep` is given, as far as it concerns us. */
export interface StepInput<Message> {
  readonly messages: readonly Message[]
  readonly model: string | { readonly modelId: string }
  readonly steps: readonly FinishedStep<Message>[]
  /** Since version 7, where the messages are what the last step was given and got. */
  readonly initialMessages?: readonly Message[]
  readonly responseMessages?: readonly Message[]
  readonly experimental_steeringMessages?: readonly Message[]
}

/** A step that is over. */
export interface FinishedStep<Message> {
  readonly usage: object
  readonly response: object
  readonly experimental_steeringMessages?: readonly Message[]
}

export interface ContextStepOptions {
  /** @default the one that the context names */
  readonly conversation?: string
}

/** Context management for `prepareStep`, where the model is not ours to wrap. Returns messages only where they change. */
export function contextStep(context: Context, { conversation }: ContextStepOptions = {}) {
  return async <Message extends object>(step: StepInput<Message>): Promise<{ messages?: Message[] }> => {
    const originals = originalMessages(step).map(withoutOurMarks)
    const id = conversation || context.identify({ format: 'ai-sdk', body: { prompt: originals } })
    if (id === undefined) return {}
    const chat = context.conversation(id)
    const last = step.steps.at(-1)
    if (last !== undefined) await chat.observe(last.usage)
    const model = typeof step.model === 'string' ? step.model : step.model.modelId
    const { body } = await chat.prepare(originals, { format: 'ai-sdk', model })
    if (isSame(body, step.messages)) return {}
    const known = new Set<unknown>(originals)
    for (const message of body) if (!known.has(message)) rememberOurs(message)
    return { messages: [...body] }
  }
}

/** What was said, whatever earlier steps were made to send instead. */
function originalMessages<Message extends object>(step: StepInput<Message>): readonly Message[] {
  const { messages, steps, initialMessages, responseMessages, experimental_steeringMessages = [] } = step
  if (initialMessages === undefined || responseMessages === undefined) return messages
  const answers = steps.map(({ response }) => (response as { readonly messages?: readonly Message[] }).messages ?? [])
  const earlier = responseMessages.slice(0, responseMessages.length - answers.flat().length)
  const said = steps.flatMap((one, i) => [...(one.experimental_steeringMessages ?? []), ...(answers[i] ?? [])])
  return [...initialMessages, ...earlier, ...said, ...experimental_steeringMessages]
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((message, i) => message === other[i])
}

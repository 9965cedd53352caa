import type { Json, JsonObject } from '@palimpsest/core/json'
import type { ContentPart, ImagePart, Message, Part } from '@palimpsest/core/message'
import { callId } from '@palimpsest/core/message'
import type { Random } from './random.ts'
import type { StoryClock } from './story-clock.ts'
import { weigh } from './weigh.ts'
import type { World } from './world.ts'

/** One use of a tool: what the model asked for and what came back. */
export interface Use {
  readonly name: string
  readonly arguments: JsonObject
  readonly result: readonly ContentPart[]
  readonly failed?: true
}

/** The agent's thinking and words before it uses tools. */
export interface Words {
  readonly think?: string
  readonly say?: string
}

/** A kind of note that a session leaves for the hand-over. */
export type Legacy = 'open' | 'rule' | 'rejected'

/** The setting of a story: each method adds messages to the session. */
export interface Scene extends Stage {
  readonly messages: readonly Message[]
  tokens(): number
  /** The user speaks. */
  ask(text: string, ...pictures: readonly ImagePart[]): void
  /** The agent uses tools, all at once, and gets their results. */
  act(words: Words, ...uses: readonly Use[]): void
  /** The agent speaks and the turn is over. */
  answer(text: string, think?: string): void
  /** Notes something for the hand-over at the end of the session. */
  leave(kind: Legacy, line: string): void
  left(kind: Legacy): readonly string[]
}

/** The environment of a scene. */
export interface Stage {
  readonly random: Random
  readonly clock: StoryClock
  readonly world: World
}

/** Thinking of other vendors, and of models told to keep quiet about it, carries no seal. */
const sealedShare = 0.7
/** Tools that run at once do not always end in the order they began. */
const overtakingShare = 0.15

/** An empty scene whose session opens with a system prompt. */
export function createScene(stage: Stage, system: string): Scene {
  const messages: Message[] = [{ role: 'system', parts: [{ type: 'text', text: system }] }]
  const legacy: (readonly [Legacy, string])[] = []
  let tokens = weigh(system)
  const add = (message: Message) => {
    messages.push(message)
    for (const part of message.parts) tokens += weighPart(part)
    stage.clock.pass(1)
  }
  return {
    ...stage,
    messages,
    tokens: () => tokens,
    ask: (text, ...pictures) => {
      stage.clock.pass(stage.random.int(3, 25))
      add({ role: 'user', parts: [...pictures, { type: 'text', text }] })
    },
    act: (words, ...uses) => {
      for (const message of group(words, uses, stage.random)) add(message)
    },
    answer: (text, think) => add({ role: 'assistant', parts: spoken({ say: text, think }, stage.random) }),
    leave: (kind, line) => {
      legacy.push([kind, line])
    },
    left: (kind) => legacy.flatMap(([of, line]) => (of === kind ? [line] : [])),
  }
}

function group(words: Words, uses: readonly Use[], random: Random): readonly Message[] {
  const named = uses.map((use) => ({ ...use, callId: callId(`toolu_01${random.word(22)}`) }))
  const calls = named.map((use): Part => {
    return { type: 'tool-call', callId: use.callId, name: use.name, arguments: JSON.stringify(use.arguments) }
  })
  const ended = random.chance(overtakingShare) ? random.shuffled(named) : named
  return [
    { role: 'assistant', parts: [...spoken(words, random), ...calls] },
    ...ended.map((use): Message => {
      const result = { role: 'tool', callId: use.callId, parts: use.result } as const
      return use.failed ? { ...result, isError: true } : result
    }),
  ]
}

function spoken(words: { readonly think?: string | undefined; readonly say?: string | undefined }, random: Random) {
  const parts: Part[] = []
  if (words.think !== undefined) parts.push(thought(words.think, random))
  if (words.say !== undefined) parts.push({ type: 'text', text: words.say })
  return parts
}

function thought(text: string, random: Random): Part {
  if (!random.chance(sealedShare)) return { type: 'thinking', text }
  return { type: 'thinking', text, signature: `${random.base64(4 * random.int(20, 60))}${random.base64(3)}=` }
}

function weighPart(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return weigh(part.text)
    case 'tool-call':
      return weigh(part.arguments) + weigh(part.name)
    case 'image':
    case 'file':
      return 0
    case 'opaque':
      return weigh(JSON.stringify(part.value satisfies Json))
  }
}

import type { Json } from '@palimpsest/core/json'
import { callId } from '@palimpsest/core/message'
import type { ModelRequest, Said, SimulatedModel } from './model.ts'

/** A tool call of a script; without an id one is minted. */
export interface ScriptedCall {
  readonly name: string
  readonly input?: Json
  readonly id?: string
}

/** A reply of a script: any of the three, said in this order. */
export interface ScriptedTurn {
  readonly thinking?: string
  readonly text?: string
  readonly calls?: readonly ScriptedCall[]
}

/** One reply: its text, all of it, or what makes it from the request. */
export type ScriptedReply = string | ScriptedTurn | ((request: ModelRequest) => string | ScriptedTurn)

/** A model that gives these replies, one after the other, whatever it is asked. */
export function scripted(replies: readonly ScriptedReply[]): SimulatedModel {
  let turn = 0
  return (request) => {
    const reply = replies[turn]
    if (reply === undefined) return undefined
    turn++
    const said = typeof reply === 'function' ? reply(request) : reply
    return scriptedReply(typeof said === 'string' ? { text: said } : said, mintFor(request, turn))
  }
}

type Mint = (index: number) => string

/** A turn of a script as the model says it. */
export function scriptedReply({ thinking, text, calls = [] }: ScriptedTurn, mint: Mint): Said {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', text: thinking } as const]),
    ...(text === undefined ? [] : [{ type: 'text', text } as const]),
    ...calls.map(
      ({ name, input = {}, id }, i) =>
        ({ type: 'tool-call', callId: callId(id ?? mint(i)), name, arguments: JSON.stringify(input) }) as const,
    ),
  ]
}

/** Ids look as each provider's do, and are the same in every run. */
export function mintFor({ api }: ModelRequest, turn: number): Mint {
  const prefix = api === 'anthropic' ? 'toolu' : 'call'
  return (index) => `${prefix}_${String(turn).padStart(6, '0')}_${index}`
}

import { Failure } from '@palimpsest/core/errors'
import { isList, isObject, type Json } from '@palimpsest/core/json'
import type { ScriptedCall, ScriptedTurn } from './scripted.ts'

/** Reads a script from JSON: a list of texts and of `{ thinking?, text?, calls? }`. Throws a `wire/malformed` failure. */
export function readScript(value: Json | undefined): readonly (string | ScriptedTurn)[] {
  if (!isList(value)) throw malformed('script', 'a list of replies')
  return value.map((reply, i) => (typeof reply === 'string' ? reply : readTurn(reply, `script[${i}]`)))
}

function readTurn(value: Json, path: string): ScriptedTurn {
  if (!isObject(value)) throw malformed(path, 'a text or an object with thinking, text or calls')
  const { thinking, text, calls, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw malformed(`${path}.${unknown}`, 'no such field: only thinking, text and calls')
  const turn = {
    ...(thinking !== undefined && { thinking: readText(thinking, `${path}.thinking`) }),
    ...(text !== undefined && { text: readText(text, `${path}.text`) }),
    ...(calls !== undefined && { calls: readCalls(calls, `${path}.calls`) }),
  }
  if (Object.keys(turn).length === 0) throw malformed(path, 'something to say')
  return turn
}

function readCalls(value: Json, path: string): readonly ScriptedCall[] {
  if (!isList(value)) throw malformed(path, 'a list of calls')
  return value.map((call, i) => {
    const at = `${path}[${i}]`
    if (!isObject(call)) throw malformed(at, 'an object with name, input and id')
    return {
      name: readText(call.name, `${at}.name`),
      ...(call.input !== undefined && { input: call.input }),
      ...(call.id !== undefined && { id: readText(call.id, `${at}.id`) }),
    }
  })
}

function readText(value: Json | undefined, path: string): string {
  if (typeof value !== 'string' || value === '') throw malformed(path, 'a text')
  return value
}

function malformed(path: string, expected: string) {
  return new Failure('wire/malformed', `${path}: expected ${expected}`, { path, expected })
}

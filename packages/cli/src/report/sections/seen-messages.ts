import { isList, isObject, type Json } from '@palimpsest/core/json'
import { said } from '../../terminal/said.ts'
import { html, type Markup, noMarkup } from '../page/markup.ts'
import { wholeAmount } from '../reported/amounts.ts'

/** Enough to see how a view begins and ends; all of it would be a transcript. */
const shownAtEachEnd = 8
const mostChars = 280

/** The first and the last messages of a view, as OpenAI Chat writes them. */
export function seenMessages(view: readonly Json[]): Markup {
  const hidden = Math.max(0, view.length - 2 * shownAtEachEnd)
  const first = hidden === 0 ? view : view.slice(0, shownAtEachEnd)
  const last = hidden === 0 ? [] : view.slice(-shownAtEachEnd)
  const more = hidden === 0 ? noMarkup : html`<li class="more">… ${wholeAmount(hidden)} more …</li>`
  return html`<ol class="seen">${first.map(seen)}${more}${last.map(seen)}</ol>`
}

function seen(message: Json): Markup {
  const role = isObject(message) && typeof message.role === 'string' ? message.role : 'message'
  return html`<li><b>${said(role, 20)}</b> ${said(textOf(message), mostChars) || '–'}</li>`
}

function textOf(message: Json): string {
  if (!isObject(message)) return ''
  const { content, tool_calls: calls } = message
  const texts = typeof content === 'string' ? [content] : isList(content) ? content.map(partText) : []
  const names = isList(calls) ? calls.map(callName) : []
  return [...texts, ...names].filter((text) => text !== '').join(' ')
}

function partText(part: Json): string {
  if (!isObject(part)) return ''
  return typeof part.text === 'string' ? part.text : `[${typeof part.type === 'string' ? part.type : 'part'}]`
}

function callName(call: Json): string {
  const made = isObject(call) && isObject(call.function) ? call.function : undefined
  return typeof made?.name === 'string' ? `→ ${made.name}` : ''
}

import type { SavedTokens } from '@palimpsest/core/engine'
import { barCells } from '../../terminal/bar-cells.ts'
import { countNoun } from '../../terminal/count-noun.ts'
import { coverageWords, factWords, flagWords, stepWords } from '../../terminal/plain-words.ts'
import { said } from '../../terminal/said.ts'
import { html, type Markup, noMarkup, trusted } from '../page/markup.ts'
import { duration, reportedDollars, wholeAmount } from '../reported/amounts.ts'
import type { ReportedCompaction } from '../reported/reported-replay.ts'
import { seenMessages } from './seen-messages.ts'

/** A receipt in full: before and after, what was taken away, and what remains. */
export function receiptBody(receipt: ReportedCompaction): Markup {
  return html`<div class="receipt-body">
${block('Before and after', beforeAndAfter(receipt))}
${block('Tokens taken out', savings(receipt))}
${block('Facts still shown to the model', survival(receipt))}
${block('Summary', html`<p>${summaryWords(receipt)}</p>`)}
${block('Request', request(receipt))}
${receipt.flags.length === 0 ? noMarkup : block('Good to know', flags(receipt))}
${receipt.view === undefined ? noMarkup : html`<div class="wide">${block('What the model saw next', seenMessages(receipt.view))}</div>`}
</div>`
}

function block(title: string, content: Markup): Markup {
  return html`<div class="block"><h4>${title}</h4>${content}</div>`
}

function beforeAndAfter({ tokens, messages }: ReportedCompaction): Markup {
  const most = Math.max(tokens.before, tokens.threshold, 1)
  const line = (name: string, value: number, said: number) =>
    html`<tr><th scope="row">${name}${meter(value / most, name === 'after' ? 'ours' : 'none')}</th><td class="number">${wholeAmount(value)}</td><td class="number">${wholeAmount(said)}</td></tr>`
  return html`<table><thead><tr><td></td><th scope="col" class="number">tokens</th><th scope="col" class="number">messages</th></tr></thead><tbody>
${line('before', tokens.before, messages.before)}${line('after', tokens.after, messages.after)}</tbody></table>
<p class="note">Compressed from ${wholeAmount(tokens.threshold)} tokens on, the threshold${tokens.floor === 0 ? '' : `; ${wholeAmount(tokens.floor)} at the least`}.</p>`
}

function savings({ saved }: ReportedCompaction): Markup {
  const steps = Object.keys(stepWords) as readonly (keyof SavedTokens)[]
  const done = steps.flatMap((step) => ((saved[step] ?? 0) > 0 ? [{ step, tokens: saved[step] ?? 0 }] : []))
  const most = Math.max(1, ...done.map(({ tokens }) => tokens))
  if (done.length === 0) return html`<p>None.</p>`
  return html`<table><tbody>${done.map(
    ({ step, tokens }) =>
      html`<tr><th scope="row">${stepWords[step]}${meter(tokens / most, 'ours')}</th><td class="number">${wholeAmount(tokens)}</td></tr>`,
  )}</tbody></table>`
}

function survival(receipt: ReportedCompaction): Markup {
  const kinds = Object.entries(receipt.survival).filter(([, { total }]) => total > 0)
  if (kinds.length === 0) return html`<p>No facts were known yet.</p>`
  return html`<table><tbody>${kinds.map(
    ([name, { inContext, total }]) =>
      html`<tr><th scope="row">${said(factWords(name), 40)}${meter(inContext / total, 'ours')}</th><td class="number">${wholeAmount(inContext)} of ${wholeAmount(total)}</td></tr>`,
  )}</tbody></table>`
}

function meter(share: number, swatch: string): Markup {
  return html`<i class="meter ${swatch}" ${trusted(`style="width:${barCells(share, 200) / 2}%"`)}></i>`
}

function summaryWords({ summary, messages }: ReportedCompaction): string {
  if (summary.by === 'none')
    return messages.dropped === undefined
      ? 'None was needed.'
      : `None: ${countNoun(messages.dropped, 'message')} dropped without one.`
  const author =
    summary.by === 'mechanical' ? 'code, from the facts it could read' : said(summary.model ?? 'a model', 80)
  const chunks = summary.chunks > 1 ? `, in ${summary.chunks} chunks` : ''
  return `${countNoun(summary.tokens, 'token')} for ${countNoun(messages.summarised, 'message')}, written by ${author}${chunks}. ${coverageWords(summary)}`
}

function request({ tokens, cache, costUsd, ms, engine, session, continuation }: ReportedCompaction): Markup {
  const rows: readonly (readonly [string, string])[] = [
    ['still cached', `${wholeAmount(cache.keptTokens)} tokens`],
    ['sent anew', `${wholeAmount(Math.max(0, tokens.after - cache.keptTokens))} tokens`],
    ['cost', reportedDollars(costUsd)],
    ['took', duration(ms)],
    ['engine', said(engine, 60)],
    ['session', `${said(session, 60)}, goes on in ${said(continuation, 60)}`],
  ]
  return html`<dl class="pairs">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function flags(receipt: ReportedCompaction): Markup {
  return html`<ul>${receipt.flags.map((flag) => html`<li>${said(flagWords(flag))}</li>`)}</ul>`
}

import { triggerWords } from '../../terminal/plain-words.ts'
import { html, type Markup } from '../page/markup.ts'
import { reportedPercent, short, wholeAmount } from '../reported/amounts.ts'
import type { ReportedCompaction, ReportedReplay } from '../reported/reported-replay.ts'
import { receiptBody } from './receipt-body.ts'

/** All compactions of a session, each with a receipt to open. */
export function receipts({ compactions }: ReportedReplay, id: string): Markup {
  const list =
    compactions.length === 0
      ? html`<p class="note">Nothing had to be compacted.</p>`
      : html`<div class="receipts">${compactions.map((compaction, i) => receipt(compaction, i + 1, id))}</div>`
  return html`<section class="panel" aria-labelledby="${id}-receipts"><div class="panel-head"><h3 id="${id}-receipts">Receipts</h3></div>
<p class="lead">What each compaction did to make the conversation smaller. Open one to see more.</p>${list}</section>`
}

function receipt(compaction: ReportedCompaction, number: number, id: string): Markup {
  const { beforeCall, tokens, trigger } = compaction
  const change = tokens.before === 0 ? 0 : (tokens.after - tokens.before) / tokens.before
  return html`<details class="receipt" id="${id}-receipt-${number}"><summary><span class="ordinal">${number}</span>
<span class="where">Before call ${wholeAmount(beforeCall)}<small>${triggerWords[trigger]}</small></span>
<span class="change">${short(tokens.before)} → ${short(tokens.after)}<small>${reportedPercent(change)} tokens</small></span></summary>
${receiptBody(compaction)}</details>`
}

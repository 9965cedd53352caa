import { readBills, unbilledOf } from '@palimpsest/core/store'

/** A reply that came so shortly before its reader was killed may not be written yet. */
const writeMs = 500

/** Holds what a store says of a conversation against what was acknowledged and what the summary model saw. */
export async function judgeTalk(store, talk, calls, found) {
  const { conversation, said } = talk
  const wrong = (what) => found(`${conversation}: ${what}`)
  const originals = await store.originals(conversation)
  const times = new Map()
  for (const { message } of originals) {
    const text = message.parts.map((part) => part.text ?? '').join('')
    times.set(text, (times.get(text) ?? 0) + 1)
  }
  for (const { text, answer } of said) {
    if (times.get(text) !== 1) wrong(`"${text.slice(0, 30)}" is there ${times.get(text) ?? 0} times`)
    if (!times.has(answer)) wrong(`the answer to "${text.slice(0, 30)}" was acknowledged and is missing`)
  }
  const receipts = (await store.receipts(conversation)).map(({ value }) => value)
  const compacted = receipts.map(({ session }) => session)
  if (new Set(compacted).size < compacted.length) wrong('a session was compacted twice')
  const asked = calls.filter((call) => call.conversation === conversation)
  const counted = await countedCalls(store, conversation, receipts)
  const answered = asked.filter(({ end }) => end === 'answered')
  const unsure = answered.filter((call) => mayBeUnwritten(call, talk.lives()))
  if (counted > answered.length) wrong(`${counted} summaries were counted, but ${answered.length} were written`)
  if (counted < answered.length - unsure.length)
    wrong(`${counted} summaries were counted of ${answered.length}, of which ${unsure.length} came to a dying process`)
  for (const { end } of asked) if (end.startsWith('refused')) wrong(`the summary model ${end}`)
  const together = overlaps(asked, talk.lives())
  if (together > 0) wrong(`${together} times two summaries were prepared at once`)
  return { receipts, asked, answered: answered.length, counted, unsure: unsure.length, together }
}

/** Calls for summaries that compactions and messages carry, and those that none carries yet. */
async function countedCalls(store, conversation, receipts) {
  const state = await store.state.all(conversation)
  const carried = Object.entries(state).flatMap(([key, value]) => (key.startsWith('bills ') ? readBills(value) : []))
  const bills = [
    ...receipts.flatMap((receipt) => readBills(receipt.bills)),
    ...carried,
    ...((await unbilledOf(store, conversation))?.bills ?? []),
  ]
  return bills.reduce((sum, bill) => sum + bill.calls, 0)
}

/** True where its reader was killed before it could have written what the call cost. */
function mayBeUnwritten({ life, to }, lives) {
  const reader = lives.find(({ no }) => no === life)
  if (reader?.killedAt === undefined) return false
  const wasStopped = reader.stops.some((stop) => to >= stop.from - writeMs && to <= stop.to)
  return wasStopped || (reader.killedAt >= to - writeMs && reader.killedAt - to < writeMs)
}

/** Pairs of preparations at once, for whom nobody waited, although neither asker was stopped meanwhile. */
function overlaps(asked, lives) {
  const byNo = new Map(lives.map((life) => [life.no, life]))
  const ahead = asked.filter(({ life, from }) => {
    const { stops = [], held = [] } = byNo.get(life) ?? {}
    return stops.length === 0 && !held.some((wait) => wait.from <= from && from <= wait.to)
  })
  const endOf = ({ to = Number.POSITIVE_INFINITY }) => to
  return ahead.reduce((sum, one, i) => {
    const later = ahead.slice(i + 1)
    return sum + later.filter((other) => Math.max(one.from, other.from) < Math.min(endOf(one), endOf(other))).length
  }, 0)
}

/** Share of the time in which at least one summary was being written. */
export function busyShare(calls, from, to) {
  let busy = 0
  let end = from
  for (const call of calls.toSorted((a, b) => a.from - b.from)) {
    const until = call.to ?? to
    if (until <= end) continue
    busy += until - Math.max(end, call.from)
    end = until
  }
  return busy / Math.max(1, to - from)
}

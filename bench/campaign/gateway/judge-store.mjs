import { openStore } from '../open-store.mjs'

/**
 * Reads every conversation back: each message one entry, each that asks for an answer one answer, in order and to the
 * letter; one continuation of a session and one receipt of each compaction.
 */
export async function judgeStore({ target, talk, found }) {
  const store = await openStore(target)
  const counts = { entries: 0, answers: 0, compactions: 0, triggers: {}, during: {} }
  const missing = new Set(talk.map(({ n }) => n))
  try {
    for (const { code, where, detail } of await store.verify()) found(`verify: ${code} ${where} ${detail}`)
    for (const { id } of await store.conversations()) {
      const said = (await store.originals(id)).map(({ message }) => message)
      const n = Number(/of conversation (\d+)\./.exec(textOf(said[0]))?.[1])
      if (!missing.delete(n)) {
        found(`${id} is conversation ${n}, which is there already or was never begun`)
        continue
      }
      const wrong = judgeLog({ conversation: talk[n], said, counts })
      if (wrong !== undefined) found(`${wrong}${await excuses(store, id)}`)
      await judgeChain({ store, id, counts, found })
    }
  } finally {
    await store.end()
  }
  for (const n of missing) found(`conversation ${n} is missing`)
  return counts
}

/** What is wrong with a log; nothing where it is as it must be. */
function judgeLog({ conversation: { n, lines }, said, counts }) {
  const expected = lines.flatMap(({ entry, answer }) => [
    ['user', entry],
    ...(answer === undefined ? [] : [['assistant', answer]]),
  ])
  const read = said.map((message) => [message.role, textOf(message)])
  counts.entries += read.filter(([role]) => role === 'user').length
  counts.answers += read.filter(([role]) => role === 'assistant').length
  const at = expected.findIndex(([role, text], i) => read[i]?.[0] !== role || read[i]?.[1] !== text)
  if (at === -1 && read.length === expected.length) return undefined
  const there = read[at === -1 ? expected.length : at]
  return `conversation ${n} at ${at} of ${expected.length} (${read.length} kept): expected ${short(expected[at])}, found ${short(there)}`
}

/** What people were told instead of an answer. */
async function excuses(store, id) {
  const events = await store.events.after(id, 0, 2_000)
  const told = events.flatMap(({ event: { kind, text } }) => (kind === 'refused' || kind === 'failed' ? [text] : []))
  return [...new Set(told)].map((text) => `; was told: ${text}`).join('')
}

async function judgeChain({ store, id, counts, found }) {
  const receipts = await store.receipts(id)
  if (receipts.length > 0) {
    const parents = []
    for await (const line of store.dump(id)) {
      if (line.kind === 'session' && line.session.kind === 'continuation') parents.push(line.session.parent)
    }
    if (new Set(parents).size !== parents.length) found(`${id}: a session has two continuations`)
    if (new Set(receipts.map(({ session }) => session)).size !== parents.length)
      found(`${id}: ${receipts.length} receipts of ${parents.length} compactions`)
  }
  counts.compactions += receipts.length
  for (const { value } of receipts) counts.triggers[value.trigger] = (counts.triggers[value.trigger] ?? 0) + 1
  for (const { event } of receipts.length > 0 ? await store.events.after(id, 0, 2_000) : [])
    if (event.kind === 'compacted') counts.during[event.during] = (counts.during[event.during] ?? 0) + 1
}

function textOf(message) {
  return message?.parts.map((part) => part.text ?? '').join('') ?? ''
}

function short(pair) {
  return pair === undefined ? 'nothing' : `${pair[0]} "${pair[1].slice(0, 80)}"`
}

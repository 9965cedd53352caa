import { chatOf } from './talk.mjs'

/** A gateway that is killed so soon after a send did not write down that it was sent. */
const afterSendMs = 5_000
/** What it had sent may come in when it is dead. */
const onTheWayMs = 1_000
/** Telegram takes 4,096 characters; a cut is made at the last line break before the room for closing a fence. */
const pieceChars = 4_096
const cutChars = 4_075

/**
 * Reads the log of the platform: in each chat every answer once, in order, complete. What was sent twice is excused where
 * the platform lost the reply to the first send, or the gateway was killed or stopped, or its database gone, before it wrote
 * it down.
 */
export function judgeDeliveries({ talk, telegram, lives, crash, found }) {
  const counts = { delivered: 0, doubledByLostReply: 0, doubledByKill: 0, doubledByStop: 0, doubledByCrash: 0 }
  const excuseOf = ({ isLost, life, at }) => {
    const { killedAt = 0, stops } = lives[life]
    if (isLost) return 'doubledByLostReply'
    if (at - killedAt < onTheWayMs && killedAt - at < afterSendMs) return 'doubledByKill'
    // A reply that came while its process was stopped is late for a client that counts the seconds.
    if (stops.some(({ from, to }) => at > from - onTheWayMs && at < to + onTheWayMs)) return 'doubledByStop'
    if (crash.from !== undefined && at > crash.from - 1_000 && at < crash.to + afterSendMs) return 'doubledByCrash'
    return undefined
  }
  const told = ({ life, at }) => {
    const { killedAt = 0 } = lives[life]
    return `sent by life ${life} at ${new Date(at).toISOString()}, which was ended ${killedAt - at} ms later`
  }
  for (const { n, home, lines } of talk) {
    if (home === 'web') continue
    const expected = lines.flatMap(({ answer }) => (answer === undefined ? [] : piecesOf(answer)))
    judgeChat({
      told,
      name: `chat of conversation ${n}`,
      sent: telegram.sentTo(chatOf(home, n)),
      expected,
      counts,
      excuseOf,
      found,
    })
  }
  return counts
}

function judgeChat({ told, name, sent, expected, counts, excuseOf, found }) {
  let at = 0
  sent.forEach((each, i) => {
    if (each.text === expected[at]) {
      at++
      counts.delivered++
      return
    }
    const isRepeat = at > 0 && each.text === expected[at - 1]
    const isBeginning = expected[at]?.startsWith(each.text) === true
    const excuse = isRepeat ? excuseOf(sent[i - 1]) : isBeginning ? excuseOf(each) : undefined
    if (excuse !== undefined) counts[excuse]++
    else if (isRepeat) found(`${name} shows "${each.text.slice(0, 60)}" again: ${told(sent[i - 1])}, ${told(each)}`)
    else found(`${name} shows "${each.text.slice(0, 60)}" where "${expected[at]?.slice(0, 60)}" was due`)
  })
  if (at < expected.length) found(`${name} got ${at} of ${expected.length} pieces`)
}

function piecesOf(answer) {
  if (answer.length <= pieceChars) return [answer]
  const cut = answer.lastIndexOf('\n', cutChars)
  return [answer.slice(0, cut), ...piecesOf(answer.slice(cut + 1))]
}

/**
 * What no policy can do better that does not see the future. A conversation is taken as the sizes of its prompts: each
 * has `tokens`, of which the first `shared` stood in the prompt before. What is cached then is a prefix that lives an
 * hour, `hour` tokens of it, and the rest that lives five minutes: an hour cannot follow five minutes.
 */

const write = { '5m': 1.25, '1h': 2 }
const premium = write['1h'] - write['5m']

/**
 * The least that can be expected to be paid for the prompts, in plain tokens, by who knows all sizes to come and how
 * likely each silence is `[short, long, lost]`, but not which it will be. Found backwards, call by call, over all places
 * at which the part that lives an hour may end. `isFirstShort`: the first call buys no hour, so that a conversation
 * which ends there costs no more than usual.
 */
export function blindBound(prompts, odds, r, { isFirstShort = false } = {}) {
  const places = placesOf(prompts)
  const at = new Map(places.map((place, i) => [place, i]))
  let next = new Float64Array(places.length)
  for (let i = prompts.length - 1; i >= 0; i--) {
    const { tokens, shared } = prompts[i]
    const isBound = i === 0 && isFirstShort
    const least = leastFrom(places, at.get(tokens), next, isBound)
    // From where what is read ends: so much is written for an hour, the rest for five minutes.
    const writeFrom = (k) => write['5m'] * tokens - write['1h'] * places[k] + least[k]
    const [short, long, lost] = i === 0 ? [0, 0, 1] : odds[i]
    next = Float64Array.from(places, (place) => {
      const hour = Math.min(place, shared)
      const k = at.get(hour)
      const fromHour = r * hour + writeFrom(k)
      const goOn = hour === shared ? fromHour : r * shared + write['5m'] * (tokens - shared) + next[k]
      return short * Math.min(fromHour, goOn) + long * fromHour + lost * writeFrom(0)
    })
  }
  return next[0]
}

function placesOf(prompts) {
  return [...new Set([0, ...prompts.flatMap(({ tokens, shared }) => [tokens, shared])])].sort((a, b) => a - b)
}

/** For each place the least of what it costs to let the hour end there or later, up to the end of the prompt. */
function leastFrom(places, end, next, isBound) {
  const least = new Float64Array(places.length).fill(Number.POSITIVE_INFINITY)
  if (isBound) {
    least[0] = next[0]
    return least
  }
  let found = Number.POSITIVE_INFINITY
  for (let k = end; k >= 0; k--) {
    found = Math.min(found, premium * places[k] + next[k])
    least[k] = found
  }
  return least
}

const lifeMs = { '5m': 5 * 60_000, '1h': 60 * 60_000 }

/** Which of `[short, long, lost]` a silence is. */
export function kindOf(silenceMs) {
  return silenceMs < lifeMs['5m'] ? 0 : silenceMs < lifeMs['1h'] ? 1 : 2
}

/** The least that the prompts could have cost in hindsight, token by token: see `oracleCost` of the simulator. */
export function hindsight(prompts, kinds, r) {
  const places = placesOf(prompts)
  let total = 0
  for (let k = 1; k < places.length; k++) total += (places[k] - places[k - 1]) * tokenCost(prompts, kinds, r, places[k])
  return total
}

function tokenCost(prompts, kinds, r, place) {
  const none = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let paid = 0
  let ways = none
  prompts.forEach(({ tokens, shared }, i) => {
    if (shared < place) {
      paid += Math.min(...ways)
      ways = none
    }
    if (tokens < place) return
    const least = Math.min(...ways)
    const read = (way, kind) => (kinds[i] < kind ? way + r : Number.POSITIVE_INFINITY)
    ways = [least + 1, Math.min(least + write['5m'], read(ways[1], 1)), Math.min(least + write['1h'], read(ways[2], 2))]
  })
  return paid + Math.min(...ways)
}

/**
 * What any policy pays at worst, relative to the cheaper of five minutes and an hour throughout, in two futures of one
 * conversation that look the same until its first wait: nobody comes back, or somebody does after five minutes to an
 * hour, for one more call. `written` tokens have cost `paid` by then with five minutes. Whatever share of them was
 * bought for an hour, one of the two futures regrets it.
 */
export function leastRegret(written, paid, r) {
  let least = Number.POSITIVE_INFINITY
  for (let share = 0; share <= 1; share += 0.005) {
    const extra = premium * share * written
    const ends = (paid + extra) / paid
    const again = paid + extra + (r * share + write['5m'] * (1 - share)) * written
    const best = paid + Math.min(write['5m'], premium + r) * written
    least = Math.min(least, Math.max(ends, again / best))
  }
  return least
}

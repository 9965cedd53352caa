/**
 * A reader in the place of a model: it knows the question and how an answer reads, sees the view, and has the tools. Of
 * what was said it learns nothing in any other way. For something that may have changed it trusts no view, and of several
 * answers it takes the newest.
 */

const mostCalls = 4
/** Words that ask rather than name. */
const asking = new Set(
  'a about did do for from go i in is it of on the to us was we what when which who with now'.split(' '),
)

/** How the tools of each engine are called for the same three things. */
export const toolWays = {
  lcm: {
    find: (query) => ['lcm_grep', { query }],
    findExactly: (query) => ['lcm_grep', { query, mode: 'literal' }],
    read: (at) => ['lcm_read', { message: `#${at}` }],
  },
  compressor: {
    find: (query) => ['recall', { query }],
    findExactly: (query) => ['recall', { query: `"${query}"` }],
    read: (at) => ['read_original', { message: `#${at}` }],
  },
}

/** Answers one question. `use` runs a tool and answers with its text. */
export async function readAnswer({ question, reads, subject, changes = false }, { viewText, use, ways, count }) {
  const inView = allIn(viewText, reads).at(-1)
  if (inView !== undefined && !changes) return { by: 'view', answer: inView, calls: 0, tokens: 0 }
  const words = question.match(/[\w-]+/g).filter((word) => !asking.has(word.toLowerCase()))
  const seen = new Set()
  let calls = 0
  let tokens = 0
  const ask = async ([tool, input]) => {
    calls++
    const text = await use(tool, input)
    tokens += count(text)
    return text
  }
  for (const step of [ways.find(words.join(' ')), ways.findExactly(subject)]) {
    const found = hitsIn(await ask(step))
    const telling = found.filter(({ text }) => reads.test(text)).toSorted((a, b) => b.at - a.at)
    if (telling.length > 0) return { by: 'tools', answer: reads.exec(telling[0].text)[1], calls, tokens }
    const next = found.find(({ at }) => !seen.has(at))
    if (next === undefined || calls >= mostCalls) continue
    seen.add(next.at)
    const inMessage = allIn(await ask(ways.read(next.at)), reads).at(-1)
    if (inMessage !== undefined) return { by: 'tools', answer: inMessage, calls, tokens }
  }
  return { by: 'none', calls, tokens }
}

function allIn(text, reads) {
  return [...text.matchAll(new RegExp(reads, 'gi'))].map(([, answer]) => answer)
}

/** A hit is a line that begins with the number of its message. */
function hitsIn(text) {
  return [...text.matchAll(/^\s*#(\d+) (?:user|assistant|tool|system), (.*)$/gm)].map(([, at, line]) => ({
    at: Number(at),
    text: line,
  }))
}

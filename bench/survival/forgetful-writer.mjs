/**
 * Summary models made of code: an honest one, which lists what it is shown under the headings that it is asked for, and
 * one that forgets half of that, other bullets at every call. Nothing here is shared with the product.
 */
import { decisionsOf, errorLineOf, isEdit, pathOf, valuesOf } from './said.mjs'

const charsPerToken = 3.6
const order = ['Key Decisions', 'Blocked', 'Relevant Files', 'Constraints & Preferences', 'Goal', 'Critical Context']

/** @param {{ readonly seed: number, readonly forgets: boolean }} options */
export function createWriter({ seed, forgets }) {
  const calls = { count: 0, again: 0, tokens: 0 }
  return {
    calls,
    name: forgets ? 'forgetful' : 'honest',
    contextTokens: 200_000,
    async *write(prompt) {
      calls.count++
      if (prompt.includes('An earlier attempt')) calls.again++
      calls.tokens += Math.ceil(prompt.length / charsPerToken)
      const bullets = honest(prompt)
      const kept = forgets ? bullets.filter(({ text }) => isRemembered(text, seed * 1_000 + calls.count)) : bullets
      yield inSections(kept, Number(/\((\d+) tokens\)/.exec(prompt)?.[1] ?? 1_000))
    },
  }
}

/** One bit of a hash (FNV-1a), so that it is the same half whenever this is run. */
function isRemembered(text, salt) {
  let hash = 2_166_136_261 ^ salt
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash >>> 13) & 1) === 1
}

function honest(prompt) {
  const bullets = []
  const add = (heading, text) => bullets.push({ heading, text: text.replace(/\s+/g, ' ').trim().slice(0, 300) })
  let call
  for (const { title, text } of blocksOf(prompt)) {
    if (title === 'earlier summary') bullets.push(...earlier(text))
    else if (/left out/.test(title)) for (const line of bulletsIn(text)) add('Critical Context', line)
    else if (/: user$/.test(title)) readUser(text, add)
    else if (/: assistant$/.test(title))
      for (const each of decisionsOf(text)) add('Key Decisions', `Assistant: ${each}`)
    else if (title.startsWith('call of ')) {
      call = readCall(title.split(' ')[2], text)
      if (call.command !== undefined) add('Completed Actions', `Ran ${call.command}`)
      else if (isEdit(call.input)) add('Relevant Files', `${pathOf(call.input)} was changed`)
    } else if (/: result of /.test(title)) {
      const failed = title.endsWith(', failed') || /exit code [1-9]/.test(text.slice(-60))
      if (failed) add('Blocked', `${call?.command ?? call?.name ?? ''} fails: ${errorLineOf(text) ?? 'no output'}`)
    }
  }
  return [...new Map(bullets.map((each) => [each.text, each])).values()]
}

function readUser(text, add) {
  add('Goal', `Asked: ${text.slice(0, 160)}`)
  for (const each of decisionsOf(text)) add('Key Decisions', `User: ${each}`)
}

function readCall(name, text) {
  try {
    const input = JSON.parse(text)
    const command = typeof input.command === 'string' ? input.command : undefined
    return { name, input, command }
  } catch {
    return { name, input: {}, command: valuesOf(text)[0] }
  }
}

/** The stretches between lines that begin with the tag of the fence. */
function blocksOf(prompt) {
  const tag = /stands between lines that begin with "\[(src-\d+)"/.exec(prompt)?.[1]
  const blocks = []
  for (const line of tag === undefined ? [] : prompt.split('\n')) {
    if (line.startsWith(`[${tag} `)) blocks.push({ title: line.slice(tag.length + 2).replace(/\]$/, ''), lines: [] })
    else blocks.at(-1)?.lines.push(line)
  }
  return blocks.map(({ title, lines }) => ({ title: title.replace(/^#\d+: /, ': '), text: lines.join('\n') }))
}

function earlier(text) {
  const found = []
  let heading = 'Critical Context'
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3)
    else if (line.trim() !== '' && line !== 'None.' && heading !== 'Active Task')
      found.push({ heading, text: line.replace(/^(?:[-*]|\d+\.) /, '') })
  }
  return found
}

function bulletsIn(text) {
  return text.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
}

/** Actions go first where it is too long, the oldest first. */
function inSections(bullets, targetTokens) {
  let room = targetTokens * charsPerToken - 250
  const fits = new Set()
  const rank = ({ heading }) => (order.indexOf(heading) + order.length + 1) % (order.length + 1)
  for (const each of bullets.toReversed().sort((a, b) => rank(a) - rank(b))) {
    room -= each.text.length + 3
    if (room >= 0) fits.add(each)
  }
  const headings = [...new Set([...order, 'Completed Actions', ...bullets.map(({ heading }) => heading)])]
  return headings
    .map((heading) => {
      const lines = bullets.filter((each) => each.heading === heading && fits.has(each))
      const mark = (i) => (heading === 'Completed Actions' ? `${i + 1}.` : '-')
      return `## ${heading}\n${lines.map(({ text }, i) => `${mark(i)} ${text}`).join('\n') || 'None.'}`
    })
    .join('\n\n')
}

/**
 * A hundred questions about what was said long ago, in generated sessions that were compacted at least ten times by code
 * alone: answered with the view and the tools of each engine, by the same reader.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInTools, createArchive } from '@palimpsest/agent'
import { deriveBudget } from '@palimpsest/core/budget'
import { verifyCoverage } from '@palimpsest/core/compaction'
import { textOf } from '@palimpsest/core/engine'
import { exampleSession } from '@palimpsest/simulator'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { mention, plantedFacts } from './facts.mjs'
import { readAnswer, toolWays } from './reader.mjs'
import { engines, openTalk, sayAll } from './talk.mjs'

const budget = deriveBudget({ contextTokens: 64_000 })
const sessions = 5
const questions = 100
const sessionTokens = 250_000
/** Facts are said in this share of a session, from its beginning. */
const earlyShare = 0.6
const leastCompactions = 10

export async function measureQuestions() {
  const facts = plantedFacts(questions)
  const perSession = questions / sessions
  const rows = []
  for (const engineName of Object.keys(engines)) {
    const row = { engineName, answers: [], compactions: [], faults: 0 }
    for (let n = 0; n < sessions; n++)
      await inStore((store) => askSession(store, row, { n, facts: facts.slice(n * perSession, (n + 1) * perSession) }))
    rows.push(summed(row))
  }
  return { rows }
}

async function inStore(work) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
  const store = await createSqliteStore({ path: join(folder, 'store.db') })
  try {
    await work(store)
  } finally {
    await store.end()
    rmSync(folder, { recursive: true })
  }
}

async function askSession(store, row, { n, facts }) {
  const { engineName } = row
  const talk = await openTalk(store, { name: `session-${n}`, engineName, budget })
  row.compactions.push(await sayAll(talk, sessionWith(facts, n), budget))
  row.faults += (await verifyCoverage(store, talk.conversation)).length
  const use = engineName === 'lcm' ? (tool, input) => talk.use(tool, input) : agentTools(store, talk)
  const viewText = textOf((await talk.view()).map(({ message }) => message))
  const count = (text) => talk.counter.part({ type: 'text', text })
  for (const { answer: right, kind, ...fact } of facts) {
    const reply = await readAnswer(fact, { viewText, use, count, ways: toolWays[engineName] })
    row.answers.push({ ...reply, kind, question: fact.question, isRight: reply.answer === right })
  }
}

/** The tools with which an agent looks back, whichever engine it has. */
function agentTools(store, { conversation }) {
  const context = { archive: createArchive(store, conversation, tmpdir()) }
  return async (name, input) => {
    const { archive } = context
    const tool = builtInTools.find((each) => each.name === name)
    const result = await tool.run(
      input,
      { archive: { ...archive, recallKept: undefined } },
      new AbortController().signal,
    )
    return result.text
  }
}

/** A generated session in its turns, with facts between the early ones, and later mentions of their subjects. */
function* sessionWith(facts, n) {
  const { messages } = exampleSession({ seed: n + 1, targetTokens: sessionTokens })
  const turns = inTurns(messages)
  const said = facts.flatMap(({ groups }, i) =>
    groups.map((group, g) => ({ group, after: (i + g * 7) / (facts.length + 14) })),
  )
  const lines = [...said].sort((a, b) => a.after - b.after)
  const step = (turns.length * earlyShare) / lines.length
  let next = 0
  for (const [i, turn] of turns.entries()) {
    yield turn
    for (; next < lines.length && next * step <= i; next++) yield lines[next].group
    if (next === lines.length && i % 3 === 0) yield mention(facts[i % facts.length], i)
  }
}

/** Each begins where the user speaks, so that calls stay with their results. */
function inTurns(messages) {
  const turns = []
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.push([])
    turns.at(-1).push(message)
  }
  return turns
}

function summed({ engineName, answers, compactions, faults }) {
  const right = answers.filter(({ isRight }) => isRight)
  const asked = answers.filter(({ calls }) => calls > 0)
  const sum = (name) => answers.reduce((total, each) => total + each[name], 0)
  return {
    engineName,
    compactions,
    faults,
    byView: right.filter(({ by }) => by === 'view').length,
    byTools: right.filter(({ by }) => by === 'tools').length,
    wrong: answers.filter(({ by, isRight }) => by !== 'none' && !isRight).length,
    unanswered: answers.filter(({ by }) => by === 'none').length,
    callsEach: sum('calls') / Math.max(1, asked.length),
    tokensEach: sum('tokens') / Math.max(1, asked.length),
    missed: answers
      .filter(({ isRight }) => !isRight)
      .map(({ kind, question, by, answer }) => ({ kind, question, by, answer })),
  }
}

export function questionGoals({ rows }) {
  const lcm = rows.find(({ engineName }) => engineName === 'lcm')
  const right = lcm.byView + lcm.byTools
  const fewest = Math.min(...lcm.compactions)
  return [
    { goal: `lcm answers ${questions} of ${questions} questions`, met: right === questions, found: String(right) },
    {
      goal: `each session is compacted at least ${leastCompactions} times`,
      met: fewest >= leastCompactions,
      found: String(fewest),
    },
    { goal: 'lcm loses sight of nothing', met: lcm.faults === 0, found: String(lcm.faults) },
  ]
}

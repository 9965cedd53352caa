/** A long session of an agent whose plugins bring 150 tools: what it sends and costs with all schemas, and with those in use. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRuntime } from '@palimpsest/cli'
import { createSimulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'

const model = 'claude-opus-5-5'
const turns = 40
const groups = ['jira', 'github', 'wiki', 'billing', 'calendar']
const verbs = ['create', 'update', 'search', 'delete', 'list', 'export']
const things = ['issue', 'sprint', 'board', 'page', 'invoice']
const summariser = fileURLToPath(new URL('write-summary.mjs', import.meta.url))
/** Switches the choice off. */
const never = 100_000_000

/** @param {{ readonly windowTokens?: number }} [options] */
export async function run({ windowTokens } = {}) {
  const windows = windowTokens === undefined ? [128_000, 200_000] : [windowTokens]
  const rows = []
  const goals = []
  for (const window of windows) {
    const all = await session(window, never)
    const chosen = await session(window, 10_000)
    rows.push({ name: `${window.toLocaleString('en')}, all schemas`, cells: cellsOf(all) })
    rows.push({ name: `${window.toLocaleString('en')}, unused left out`, cells: cellsOf(chosen) })
    goals.push(...goalsOf(window, all, chosen))
  }
  const heads = ['tokens sent', 'bill', 'calls', 'find_tools', 'direct', 'compactions', 'refused', 'schemas']
  return {
    tables: [{ title: `150 tools, ${turns} turns on ${model}, by window; summaries cost nothing here`, heads, rows }],
    goals,
  }
}

function cellsOf({ sentTokens, usd, calls, found, direct, compactions, refused, schemaTokens }) {
  return [sentTokens, `$${usd.toFixed(2)}`, calls, found, direct, compactions, refused, schemaTokens]
}

function goalsOf(window, all, chosen) {
  const goal = (what, met, found) => ({ goal: `tools, ${window.toLocaleString('en')}: ${what}`, met, found })
  const share = chosen.sentTokens / all.sentTokens
  return [
    goal('fewer tokens are sent', share < 1, share.toFixed(3)),
    goal('no more compactions', chosen.compactions <= all.compactions, `${chosen.compactions} of ${all.compactions}`),
    goal('nothing is refused', chosen.refused === 0, String(chosen.refused)),
    goal('every tool that was wanted ran', chosen.ran === all.ran, `${chosen.ran} of ${all.ran}`),
  ]
}

/** One session from its first message to its last, against a provider on this machine. */
async function session(window, findAboveTokens) {
  const home = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
  const workspace = mkdtempSync(join(tmpdir(), 'palimpsest-work-'))
  plantPlugins(home)
  const worker = createWorker()
  const simulator = await createSimulator({ model: worker.model, models: [{ id: model, contextTokens: window }] })
  const store = createMemoryStore()
  try {
    const runtime = await createRuntime({
      store,
      workspace,
      env: { PALIMPSEST_HOME: home, ANTHROPIC_API_KEY: 'bench' },
      settings: {
        'model.name': model,
        'model.base_url': simulator.url,
        'model.context_length': String(window),
        'tools.find_above_tokens': String(findAboveTokens),
        'auxiliary.compression.provider': 'command',
        'auxiliary.compression.command': `${process.execPath} ${summariser}`,
        plugins: groups.join(','),
      },
      confirm: async () => true,
    })
    for (let turn = 0; turn < turns; turn++) await runtime.turn(worker.begin(turn))
    const { tools, savedTokens } = await runtime.tools()
    const { compactions } = runtime.status()
    await runtime.end()
    const schemaTokens = tools.reduce((sum, tool) => sum + tool.tokens, 0) - savedTokens
    return { ...billOf(simulator.calls), ...worker.counts, compactions, schemaTokens }
  } finally {
    await simulator.close()
    rmSync(home, { recursive: true })
    rmSync(workspace, { recursive: true })
  }
}

function billOf(calls) {
  const sum = (of) => calls.reduce((total, call) => total + (of(call) ?? 0), 0)
  const sentTokens = sum(({ usage }) =>
    usage === undefined ? 0 : (usage.input ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0),
  )
  const usd = sum(({ cost }) => (cost?.kind === 'known' ? cost.usd : 0))
  return { sentTokens, usd, calls: calls.length, refused: calls.filter(({ status }) => status !== 200).length }
}

/** A model that looks at files, and in every third turn uses a tool of a plugin: two of one in each half of the session. */
function createWorker() {
  const counts = { found: 0, direct: 0, ran: 0 }
  let steps = []
  let minted = 0
  const calling = (name, input) => [
    { type: 'thinking', text: `What next? ${name} will tell.` },
    { type: 'tool-call', callId: `toolu_${minted++}`, name, arguments: JSON.stringify(input) },
  ]
  return {
    counts,
    begin: (turn) => {
      const looks = Array.from({ length: 4 }, (_, n) => ({ look: `seq ${turn * 1_000 + n} ${turn * 1_000 + n + 900}` }))
      const group = turn < turns / 2 ? 'jira' : 'github'
      const tool = turn % 3 === 2 ? [{ use: `${group}_${turn % 2 === 0 ? 'search' : 'update'}_issue` }] : []
      steps = [...looks, ...tool]
      return `Turn ${turn}: look at part ${turn}, and note what you find.`
    },
    model: (request) => {
      // Summaries are for the program.
      if (request.tools.length === 0) return undefined
      const step = steps.shift()
      if (step === undefined) return [{ type: 'text', text: 'Seen and noted.' }]
      if (step.look !== undefined) return calling('terminal', { command: step.look })
      if (step.sought === undefined && !request.tools.some(({ name }) => name === step.use)) {
        steps.unshift({ ...step, sought: true })
        counts.found++
        return calling('find_tools', { query: step.use.replaceAll('_', ' ') })
      }
      counts.ran++
      const input = { key: `A-${counts.ran}` }
      if (step.sought === undefined) {
        counts.direct++
        return calling(step.use, input)
      }
      counts.found++
      return calling('find_tools', { name: step.use, arguments: input })
    },
  }
}

function plantPlugins(home) {
  for (const group of groups) {
    const folder = join(home, 'plugins', group)
    mkdirSync(folder, { recursive: true })
    const tools = verbs.flatMap((verb) => things.map((thing) => toolOf(group, verb, thing)))
    const code = `const tools = ${JSON.stringify(tools)}
export default { name: '${group}', contract: 1, tools: tools.map((tool) => ({ ...tool, run: () => tool.name + ' is done.' })) }\n`
    writeFileSync(join(folder, 'index.mjs'), code)
  }
}

function toolOf(group, verb, thing) {
  const description = `as its owner wrote it in ${group}; empty where nothing is known of it yet.`
  const fields = Array.from({ length: 8 }, (_, n) => [
    `${thing}_field_${n}`,
    { type: 'string', description: `Field ${n} of the ${thing}, ${description}` },
  ])
  return {
    name: `${group}_${verb}_${thing}`,
    description: `Lets you ${verb} a ${thing} in ${group}. Names the ${thing} by its key, and answers with what came of it.`,
    schema: {
      type: 'object',
      properties: { key: { type: 'string', description: `The key of the ${thing}.` }, ...Object.fromEntries(fields) },
      required: ['key'],
    },
  }
}

/** What a compaction leaves in sight and within reach, section by section; each is a file in `bench/survival`. */
import { run as needed } from './survival/needed.mjs'

/** Each answers with tables, `{ title, heads, rows }`, and goals. */
const sections = { needed }

/** @param {{ readonly folder?: string, readonly only?: string, readonly windowTokens?: number }} [options] */
export async function measureSurvival(options = optionsOf(process.argv.slice(2))) {
  const measured = []
  for (const [name, run] of Object.entries(sections)) {
    if (options.only !== undefined && options.only !== name) continue
    measured.push({ name, ...(await run(options)) })
  }
  return { sections: measured, goals: measured.flatMap(({ goals }) => goals) }
}

function optionsOf(words) {
  const after = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  const window = after('--window')
  const only = after('--only')
  const folder = process.env.PALIMPSEST_TRANSCRIPTS
  return {
    ...(folder !== undefined && { folder }),
    ...(only !== undefined && { only }),
    ...(window !== undefined && { windowTokens: Number(window) }),
  }
}

/** Prints every table of every section. */
export function printSurvival({ sections: measured }, { row, line }) {
  for (const { tables } of measured) {
    for (const { title, heads, rows } of tables) {
      line(`${title}\n`)
      row('', heads)
      for (const { name, cells } of rows) row(name, cells)
      line('')
    }
  }
}

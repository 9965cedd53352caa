/** What a compaction leaves in sight and within reach, and what it costs those who wait: each section is a file in `bench/survival`. */
import { BenchError } from './bench-error.mjs'

const sections = {
  needed: () => import('./survival/needed.mjs'),
  cleared: () => import('./survival/cleared.mjs'),
  weak: () => import('./survival/weak.mjs'),
  recall: () => import('./survival/recall.mjs'),
  tools: () => import('./survival/tools.mjs'),
  waiting: () => import('./survival/waiting.mjs'),
}

/**
 * Each answers with goals, and with tables, `{ title, heads, rows }`, or lines of its own.
 * @param {{ readonly folder?: string, readonly only?: string, readonly windowTokens?: number }} [options]
 */
export async function measureSurvival(options = optionsOf(process.argv.slice(2))) {
  if (options.only !== undefined && sections[options.only] === undefined)
    throw new BenchError(`there is no section "${options.only}"; use one of: ${Object.keys(sections).join(', ')}`)
  const measured = []
  for (const [name, load] of Object.entries(sections)) {
    if (options.only !== undefined && options.only !== name) continue
    process.stderr.write(`survival: ${name} …\n`)
    measured.push({ name, ...(await (await load()).run(options)) })
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

/** Prints every section: its tables or lines, or as it prints itself. */
export async function printSurvival({ sections: measured }, { row, line }) {
  for (const section of measured) {
    const { name: sectionName, title: headline, lines = [], tables = [] } = section
    const { print } = await sections[sectionName]()
    print?.(section)
    if (lines.length > 0) line(`${headline}\n\n${lines.join('\n')}\n`)
    for (const { title, heads, rows } of tables) {
      line(`${title}\n`)
      row('', heads)
      for (const { name, cells } of rows) row(name, cells)
      line('')
    }
  }
}

import type { PatternNode } from './pattern-node.ts'

/** As much of a repeated character as helps to find the place. */
const mostRepeats = 32

/** The texts that a pattern spells out, folded where case is ignored. */
export interface LiteralParts {
  /** What the pattern is, if it is a plain text. */
  readonly whole: string | undefined
  /** What every match begins with. */
  readonly prefix: string
  /** What every match contains. */
  readonly required: readonly string[]
}

interface Gathering {
  /** The characters that are certain to follow each other up to here. */
  run: string
  readonly runs: string[]
  isWhole: boolean
}

/** Reads off a pattern what its matches are certain to contain. */
export function literalParts(root: PatternNode): LiteralParts {
  const gathering: Gathering = { run: '', runs: [], isWhole: true }
  gather(root, gathering)
  const { isWhole } = gathering
  endRun(gathering)
  const [prefix = '', ...others] = gathering.runs
  const texts = [...new Set([prefix, ...others])].filter((text) => text !== '')
  const required = texts.filter((text) => !texts.some((other) => other !== text && other.includes(text)))
  return { whole: isWhole ? prefix : undefined, prefix, required }
}

function gather(node: PatternNode, gathering: Gathering): void {
  switch (node.kind) {
    case 'character':
      if (node.only === undefined) endRun(gathering)
      else gathering.run += node.only
      return
    case 'assertion':
      // It takes no character, so the run goes on.
      gathering.isWhole = false
      return
    case 'sequence':
      for (const each of node.nodes) gather(each, gathering)
      return
    case 'choice':
      endRun(gathering)
      return
    case 'repeat':
      if (node.least > 0) {
        gather(node.node, gathering)
        const repeats = Math.min(node.least, mostRepeats) - 1
        if (node.node.kind === 'character') gathering.run += (node.node.only ?? '').repeat(repeats)
      }
      endRun(gathering)
  }
}

/** Ends a run, even an empty one: the first is what a match begins with. */
function endRun(gathering: Gathering): void {
  gathering.runs.push(gathering.run)
  gathering.run = ''
  gathering.isWhole = false
}

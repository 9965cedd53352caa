import { isObject } from '@palimpsest/core/json'
import type { AgentTool } from '../agent-tool.ts'

/** A word of a name says more about a tool than one of its description or of its fields. */
const nameWeight = 3

/** Tools whose name, group, description or fields have words of a query, the best first; equals keep their order. */
export function searchTools(tools: readonly AgentTool[], query: string): readonly AgentTool[] {
  const asked = new Set(wordsOf(query))
  const indexed = tools.map((tool) => ({ tool, named: new Set(nameWords(tool)), told: new Set(toldWords(tool)) }))
  const rarity = new Map(
    [...asked].map((word) => {
      const having = indexed.filter(({ named, told }) => hasWord(named, word) || hasWord(told, word)).length
      return [word, Math.log(1 + tools.length / Math.max(1, having))]
    }),
  )
  return indexed
    .map(({ tool, named, told }) => {
      let score = 0
      for (const word of asked) {
        const weight = hasWord(named, word) ? nameWeight : hasWord(told, word) ? 1 : 0
        score += weight * (rarity.get(word) ?? 0)
      }
      return { tool, score: tool.name.toLowerCase() === query.trim().toLowerCase() ? Number.POSITIVE_INFINITY : score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => (a.score === b.score ? 0 : b.score - a.score))
    .map(({ tool }) => tool)
}

/** A plural is the same word to whoever asks. */
function hasWord(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(`${word}s`) || (word.endsWith('s') && words.has(word.slice(0, -1)))
}

function nameWords({ name, group = '' }: AgentTool): readonly string[] {
  return wordsOf(`${name} ${group}`)
}

function toldWords({ description, schema: { properties } }: AgentTool): readonly string[] {
  return wordsOf([description, ...(isObject(properties) ? Object.keys(properties) : [])].join(' '))
}

/** Parted at case changes as well: createIssue has two words. */
function wordsOf(text: string): readonly string[] {
  const parted = text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase()
  return [...parted.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word)
}

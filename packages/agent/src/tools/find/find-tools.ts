import { findToolsName } from '@palimpsest/core/compaction'
import { z } from 'zod'
import type { AgentTool, ToolLimits, ToolResult } from '../agent-tool.ts'
import { answerRoom, defineTool, failed } from '../define-tool.ts'
import { searchTools } from './search-tools.ts'

/** Some schemas with their descriptions; more than a few would be what was left out to save room. */
const limits: ToolLimits = { maxChars: 20_000, neverSpilled: true }
const pageSize = 5
/** All names in the description take at most about so much. */
const mostNameChars = 2_000

const input = z.strictObject({
  query: z.string().optional().describe('What the tool should do, in a few words, or its name.'),
  page: z.int().min(1).default(1).describe('The next tools that fit the query.'),
  name: z.string().optional().describe('The tool to run, with `arguments`. Alone: shows what it takes.'),
  arguments: z.looseObject({}).optional().describe('The input of that tool, as its schema wants it.'),
})

/**
 * The tool that finds those that are left out of the request, and through which they are run: the list itself must not
 * change between compactions. A call with a name and arguments never comes here: it runs as a call of that tool.
 */
export function findTools(leftOut: readonly AgentTool[]): AgentTool {
  return defineTool({
    name: findToolsName,
    description: describe(leftOut),
    input,
    limits,
    run: async ({ query = '', page, name }, context) => {
      const mostChars = answerRoom(limits, context)
      if (name !== undefined) return shown(name, leftOut)
      if (query.trim() === '') return { text: within(namesOf(leftOut, mostChars), mostChars) }
      return pageOf(searchTools(leftOut, query), { page, query, mostChars })
    },
  })
}

function describe(leftOut: readonly AgentTool[]): string {
  return `There are ${leftOut.length} more tools that are not listed, to save room. Find some by \`query\`: their descriptions and schemas are the answer. Run one with \`name\` and \`arguments\`. They are:\n${namesOf(leftOut, mostNameChars)}`
}

/** Names by group, each group with its share of the room; what is left out is counted. */
function namesOf(tools: readonly AgentTool[], mostChars: number): string {
  const groups = new Map<string, readonly AgentTool[]>()
  for (const tool of tools) {
    const { group = 'others' } = tool
    groups.set(group, [...(groups.get(group) ?? []), tool])
  }
  const shareChars = Math.floor(mostChars / Math.max(1, groups.size))
  const lines = [...groups].map(([group, members]) => {
    const names: string[] = []
    let chars = group.length
    for (const { name } of members) {
      chars += name.length + 2
      if (chars > shareChars) break
      names.push(name)
    }
    const more = members.length - names.length
    const rest = more === 0 ? [] : [names.length === 0 ? `${more} tools` : `and ${more} more`]
    return `${group}: ${[...names, ...rest].join(', ')}`
  })
  return lines.join('\n').slice(0, mostChars).toWellFormed()
}

interface Page {
  readonly page: number
  readonly query: string
  readonly mostChars: number
}

function pageOf(found: readonly AgentTool[], { page, query, mostChars }: Page): ToolResult {
  if (found.length === 0) {
    const text = `None of the tools that are not listed fits "${query.slice(0, 200).toWellFormed()}". Try other words, or an empty query for all names.`
    return { text }
  }
  const pages = Math.ceil(found.length / pageSize)
  if (page > pages) return failed(`There are only ${pages} pages of tools that fit.`)
  const some = found.slice((page - 1) * pageSize, page * pageSize)
  const more = page < pages ? `\n\n[page ${page} of ${pages}; ${found.length} tools fit]` : ''
  const each = Math.floor((mostChars - more.length) / some.length)
  return { text: `${some.map((tool) => within(definition(tool), each - 2)).join('\n\n')}${more}` }
}

/** One tool by its name, so that it can be called rightly. */
function shown(name: string, leftOut: readonly AgentTool[]): ToolResult {
  const tool = leftOut.find((each) => each.name === name)
  if (tool !== undefined) return { text: `${definition(tool)}\n\n[Not run: give \`arguments\` to run it.]` }
  const near = searchTools(leftOut, name).slice(0, pageSize)
  const hint = near.length === 0 ? 'Find tools by `query`.' : `Similar: ${near.map((each) => each.name).join(', ')}.`
  return failed(`No tool that is not listed has the name "${name.slice(0, 100).toWellFormed()}". ${hint}`)
}

function definition({ name, group, description, schema }: AgentTool): string {
  return `${name}${group === undefined ? '' : ` (${group})`}: ${description}\n${JSON.stringify(schema)}`
}

function within(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text
  const mark = ' [cut; ask for this tool by its `name`]'
  return `${text.slice(0, Math.max(0, mostChars - mark.length)).toWellFormed()}${mark}`
}

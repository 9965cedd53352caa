import type { PluginTool } from '@palimpsest/core/plugin'
import { createNotices } from '../plugins/notices.ts'
import type { PluginParts } from '../plugins/open-engine.ts'
import { pluginTools } from '../plugins/plugin-tools.ts'

const verbs = ['create', 'update', 'search', 'delete', 'list', 'export']
const things = ['issue', 'sprint', 'board', 'page', 'invoice']

/** A call that reached a tool of the plugins. */
export interface ReachedCall {
  readonly name: string
  readonly input: unknown
}

/** Five plugins that bring 150 tools with schemas of about 40,000 tokens; `reached` notes their calls. */
export function manyTools(reached: ReachedCall[] = []): PluginParts {
  const groups = ['jira', 'github', 'wiki', 'billing', 'calendar']
  const notices = createNotices()
  const loaded = groups.map((name) => {
    const tools = verbs.flatMap((verb) => things.map((thing) => toolOf(`${name}_${verb}_${thing}`, reached)))
    return { name, where: `/plugins/${name}`, plugin: { name, contract: 1, tools } }
  })
  return { hooks: [], tools: pluginTools(loaded, notices.tell), notices }
}

function toolOf(name: string, reached: ReachedCall[]): PluginTool {
  const [group = '', verb = '', thing = ''] = name.split('_')
  const field = (n: number) => ({
    type: 'string',
    description: `Field ${n} of the ${thing} in ${group}, as its owner wrote it; empty where nothing is known of it.`,
  })
  const fields = Array.from({ length: 7 }, (_, n) => [`${thing}_field_${n}`, field(n)] as const)
  return {
    name,
    description: `Lets you ${verb} a ${thing} in ${group}. Names the ${thing} by its key, and answers with what came of it.`,
    schema: {
      type: 'object',
      properties: { key: { type: 'string', description: `The key of the ${thing}.` }, ...Object.fromEntries(fields) },
      required: ['key'],
    },
    isReadOnly: verb === 'search' || verb === 'list',
    run: (input) => {
      reached.push({ name, input })
      return `${name} is done.`
    },
  }
}

import type { Message, Part, Tool } from '@palimpsest/core/message'

type Field = readonly [name: string, value: unknown]

/**
 * The fields of a value that a provider renders into its prompt, by name. How a message was spelled is none of them: a
 * list for a string, breakpoints, who wrote it, and of its residue all but what was noted as `rendered`.
 */
export function renderedFields(value: Tool | Message | Part): readonly Field[] {
  const isTool = 'kind' in value
  const fields: Field[] = []
  for (const [name, said] of Object.entries(value)) {
    if (said === undefined || name === 'breakpoint') continue
    if (isTool) fields.push([name, said])
    else if (name === 'residue') fields.push(...renderedResidue(value))
    else if (name !== 'listed' && name !== 'model') fields.push([name, said])
  }
  return fields.sort(([a], [b]) => (a < b ? -1 : 1))
}

function renderedResidue({ residue }: Message | Part): readonly Field[] {
  const rendered = residue?.fields.rendered
  return rendered === undefined ? [] : [['rendered', rendered]]
}

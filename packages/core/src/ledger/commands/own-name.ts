/** The name of a tool without its server, in small words: `mcp__crm__getCustomer` is `get_customer`. */
export function ownName(name: string): string {
  const [last = name] = name.split(/__|[.:/]/).slice(-1)
  return last
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]/g, '_')
    .toLowerCase()
}

/** Most names hold none of these. */
const hint = /run|exec|eval|call|invoke|test|lint|build|compile|deploy/i
const runs = /^(?:execute|exec|run|eval|call|invoke|test|lint|build|compile|deploy)(?:_|$)|_(?:execute|exec|run)(?:_|$)/

/** True if a tool's name says that it runs what it is given: then it reports what happened. */
export function isRunner(name: string): boolean {
  return hint.test(name) && runs.test(ownName(name))
}

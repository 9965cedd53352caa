/** Words that a router hangs on a name with a colon and that name no other model. */
const routerTag = /:(?:free|thinking|beta|nitro|floor|exacto|online|extended|latest)$/

/** Revision of a model on Bedrock: `-v1:0`, `-1:0`, `-v1:0:200k`. */
const bedrockRevision = /-(?:v\d+|\d):\d+(?::\w+)?$/

/** One spelling for all names of a model: lower case, without route, revision or tag, version numbers with hyphens. */
export function normaliseModelName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/\[\w+\]$/, '')
    .replace(bedrockRevision, '')
    .replace(routerTag, '')
    .replace(/@.*$/s, '')
    .replace(/^(?:[a-z][a-z-]*\.)+/, '')
    .replace(/(?<=\d)\.(?=\d)/g, '-')
    .replaceAll(':', '-')
    .replace(/^llama(?=\d)/, 'llama-')
    .replace(/^claude-(\d+(?:-\d+)?)-([a-z]+)/, 'claude-$2-$1')
}

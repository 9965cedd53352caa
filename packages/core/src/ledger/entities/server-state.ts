import { isObject, parseJson } from '../../json.ts'
import { ownName } from '../commands/own-name.ts'
import { type SimpleCommand, shellWords } from '../commands/shell-words.ts'
import type { EntityFact, FactOrigin } from '../ledger.ts'
import type { BoundedEntities } from './bounded-entities.ts'
import type { CallOutcome } from './call-outcome.ts'
import { entityName } from './entity-name.ts'

/** An address that a line announces. */
const announced =
  /(?:listening|running|serving|ready|available|started|server|local|open|➜)[^\n]{0,80}?(https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d{2,5})?)|listening (?:on|at) (?:port |:|\*:|0\.0\.0\.0:)(\d{2,5})\b/i
const outputChars = 8_000

/** Takes in servers that a call started, told about or stopped. A process that ended when its call did is none. */
export function readServers(entities: BoundedEntities, outcome: CallOutcome, origin: FactOrigin): void {
  const { command, part } = outcome
  if (command !== undefined) {
    const mayStop = stops.test(command)
    const mayStart = !outcome.failed && isLasting(outcome, command)
    if (!mayStop && !mayStart) return
    const commands = shellWords(command)
    if (mayStop && commands.some(isStop)) stopNamed(entities, command, commands, origin)
    else if (mayStart) start(entities, { ...outcome, command }, commands, origin)
  } else if (handle.test(part.arguments)) readHandled(entities, outcome, origin)
}

const stops = /kill|fuser|down|stop|\brm\b|delete/

function isStop({ words }: SimpleCommand): boolean {
  const plain =
    words[0] === 'sudo' || words[0] === 'xargs' ? words.slice(1).filter((word) => !word.startsWith('-')) : words
  const [program = '', verb = ''] = plain
  if (/^(?:kill|pkill|killall|kill-port)$/.test(program) || plain.includes('kill-port')) return true
  if (program === 'fuser') return words.includes('-k')
  if (/^(?:docker-compose|pm2|systemctl|service)$/.test(program)) return plain.some((word) => isEnd.test(word))
  return program === 'docker' && (isEnd.test(verb) || (verb === 'compose' && plain.some((word) => isEnd.test(word))))
}

const isEnd = /^(?:down|stop|kill|rm|delete)$/

/** Stops what a line names: by its process, its port, a part of its command. */
function stopNamed(
  entities: BoundedEntities,
  line: string,
  commands: readonly SimpleCommand[],
  origin: FactOrigin,
): void {
  const words = commands
    .filter(isStop)
    .flatMap(({ words: all }) => all.slice(1).map((word) => word.replace(/^[%$-]/, '')))
  const isCompose = /docker[ -]compose/.test(line)
  for (const server of running(entities)) {
    const { name, id, command = '' } = server
    const port = /:(\d{2,5})$/.exec(name)?.[1]
    const isNamed = words.some((word) => word.length > 2 && (word === id || `${command} ${name}`.includes(word)))
    const hasPort = port !== undefined && new RegExp(`(?<!\\d)${port}(?!\\d)`).test(line)
    if (isNamed || hasPort || (isCompose && /docker[ -]compose/.test(command))) stop(entities, server, origin)
  }
}

function running(entities: BoundedEntities): readonly EntityFact[] {
  return entities.of('server').filter(({ state }) => state === 'running')
}

function stop(entities: BoundedEntities, server: EntityFact, { entry, at }: FactOrigin): void {
  entities.put({ ...server, entry, at, state: 'stopped' })
}

const behind =
  /(?<![&>|\\])&(?![&>\d])|\b(?:nohup|setsid|pm2 start|docker run -[a-z]{0,8}d|up (?:-\w{1,20} ){0,5}(?:-d|--detach)|screen -dm|new-session -d)\b/
const stillRuns = /running in (?:the )?background|running with session ID|Process running|"status":\s?"running"/i

/** True if what a call started goes on after it. */
function isLasting({ part, output }: CallOutcome, command: string): boolean {
  return (
    behind.test(command) ||
    /"(?:run_in_background|background|is_background|isBackground)":\s?true/.test(part.arguments) ||
    stillRuns.test(output.slice(0, 600))
  )
}

const servers =
  /^(?:uvicorn|gunicorn|hypercorn|daphne|nodemon|http-server|live-server|vite|json-server|redis-server|mongod|postgres|caddy|nginx|ngrok|storybook|streamlit|puma|jekyll|hugo|webpack-dev-server|serve|wrangler|supabase)$/
const runners =
  /^(?:npm|pnpm|yarn|bun|bunx|npx|make|just|task|deno|rails|flask|php|next|nuxt|astro|docker|docker-compose|python3?|node|tsx|go|cargo|ts-node|pm2|air)$/
const serving =
  /^(?:dev|serve|start|server|runserver|preview|storybook|up|http\.server|-S|s)(?:[:-][\w-]{1,30})?$|(?:^|[/.-])(?:server|gateway|devserver)\.\w{1,4}$/

function isServer({ words }: SimpleCommand): boolean {
  const plain = withoutWrappers(words)
  const program = plain[0]?.split('/').at(-1) ?? ''
  if (servers.test(program)) return true
  if (!runners.test(program)) return serving.test(program)
  return plain.slice(1, 6).some((word) => serving.test(word) || servers.test(word))
}

function withoutWrappers(words: readonly string[]): readonly string[] {
  return words.filter((word) => !/^(?:nohup|setsid|sudo|env|exec)$|^\w+=/.test(word))
}

interface Started extends CallOutcome {
  readonly command: string
}

function start(
  entities: BoundedEntities,
  { command, output }: Started,
  commands: readonly SimpleCommand[],
  { entry, at }: FactOrigin,
): void {
  const text = output.slice(0, outputChars)
  const address = addressIn(text)
  const own = commands.find(isServer)
  if (address === undefined && own === undefined) return
  const said = entityName(own === undefined ? command : withoutWrappers(own.words).join(' '))
  const id = startedAs
    .exec(text)
    ?.slice(1)
    .find((found) => found !== undefined)
  const name = address ?? portIn(command) ?? said
  entities.put({
    entry,
    at,
    kind: 'server',
    name,
    state: 'running',
    command: said,
    ...(id === undefined ? {} : { id }),
  })
}

const startedAs =
  /background with ID: (\w{1,40})|session ID:? (\w{1,40})|^\[\d+\] (\d{2,8})$|"(?:shell|bash|task|process)_?id":\s?"?(\w{1,40})/im
const givenPort = /(?:--port[= ]|-p |\bPORT=|http\.server |-S [\w.]{1,40}:|--bind[= ][\w.]{0,40}:)(\d{2,5})\b/

function addressIn(text: string): string | undefined {
  const [, url, port] = announced.exec(text) ?? []
  if (url !== undefined) return url.replace('0.0.0.0', 'localhost').replace('127.0.0.1', 'localhost')
  return port === undefined ? undefined : `localhost:${port}`
}

function portIn(command: string): string | undefined {
  const port = givenPort.exec(command)?.[1]
  return port === undefined ? undefined : `localhost:${port}`
}

const handle = /"(?:bash|shell|session|task|process|terminal)_?id"/i
const ended =
  /<status>(?:completed|killed|failed)|Process exited with code|"status":\s?"(?:exited|completed|killed|stopped|failed)"|has (?:exited|completed|been (?:killed|stopped))/i

/** A call about a process that was started before: it tells what it printed since, or stops it. */
function readHandled(entities: BoundedEntities, { part, output, failed }: CallOutcome, origin: FactOrigin): void {
  const input = parseJson(part.arguments)
  if (!isObject(input)) return
  const ids = Object.entries(input).flatMap(([name, value]) => (handle.test(`"${name}"`) ? [String(value)] : []))
  const server = running(entities).find(({ id }) => id !== undefined && ids.includes(id))
  if (server === undefined) return
  const isEnd = /kill|stop|terminate/.test(ownName(part.name)) || input.chars === '\u0003'
  const text = output.slice(0, outputChars)
  const address = addressIn(text)
  if (isEnd ? !failed : ended.test(text)) stop(entities, server, origin)
  else if (address !== undefined && !hasAddress.test(server.name)) {
    entities.delete('server', server.name)
    entities.put({ ...server, entry: origin.entry, at: origin.at, name: address })
  }
}

const hasAddress = /^(?:https?:|localhost:)/

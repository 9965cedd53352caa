import type { BoundedFiles } from '../bounded/bounded-files.ts'
import { type SimpleCommand, shellWords } from '../commands/shell-words.ts'
import type { FactOrigin } from '../ledger.ts'
import type { BoundedEntities } from './bounded-entities.ts'
import type { CallOutcome } from './call-outcome.ts'

/** The parts of a ledger that git has a say in. */
export interface GitFacts {
  readonly entities: BoundedEntities
  readonly files: BoundedFiles
}

interface GitCommand {
  /** `checkout`, `commit` … */
  readonly verb: string
  readonly words: readonly string[]
  /** The folder it ran in, where the line says so. */
  readonly where: string | undefined
}

const refused = /^(?:fatal|error): /m
const mostChars = 20_000

/** Takes in the branch that is worked on, and which changes git has. A line that failed did no more than it printed. */
export function readGit(facts: GitFacts, { command = '', output, failed }: CallOutcome, origin: FactOrigin): void {
  if (!/\bgit\b/.test(command)) return
  const commands = gitCommands(shellWords(command))
  const [last] = commands.slice(-1)
  if (last === undefined) return
  const text = output.slice(0, mostChars)
  const succeeded = !failed && !refused.test(text)
  const hasCommitted = commands.some(({ verb }) => verb === 'commit') && committed.test(text)
  for (const each of commands) if (succeeded || (hasCommitted && isForCommit.test(each.verb))) obey(facts, each, origin)
  const told = toldBranch(commands, text) ?? (succeeded ? askedBranch(last, text) : undefined)
  if (told !== undefined) checkOut(facts.entities, told, last.where, origin)
  if (hasCommitted) facts.files.commit()
}

const isForCommit = /^(?:add|stage|commit)$/
const committed = /^\[[^\]\n]{1,200} [0-9a-f]{7,40}\] /m

function gitCommands(commands: readonly SimpleCommand[]): readonly GitCommand[] {
  const found: GitCommand[] = []
  let where: string | undefined
  for (const { words } of commands) {
    const [program = '', first] = words
    if (program === 'cd') where = first
    if (program !== 'git') continue
    let at = 1
    let folder = where
    while (words[at]?.startsWith('-')) {
      if (words[at] === '-C') folder = words[at + 1]
      at += words[at] === '-C' || words[at] === '-c' ? 2 : 1
    }
    found.push({ verb: words[at] ?? '', words: words.slice(at + 1), where: folder })
  }
  return found
}

/** Takes a command at its word, as far as its words say it all: `git checkout x` may mean a file. */
function obey({ entities, files }: GitFacts, { verb, words, where }: GitCommand, origin: FactOrigin): void {
  const plain = words.filter((word) => !word.startsWith('-'))
  const flag = (...names: readonly string[]) => words.find((word) => names.includes(word))
  const named = (option: string | undefined) => (option === undefined ? undefined : words[words.indexOf(option) + 1])
  if (verb === 'checkout' || verb === 'switch') {
    const created = named(flag('-b', '-B', '-c', '-C', '--create', '--orphan'))
    const name = created ?? (verb === 'switch' && flag('--detach', '-d') === undefined ? plain[0] : undefined)
    if (name !== undefined) checkOut(entities, name, where, origin)
  } else if (verb === 'branch') obeyBranch(entities, { words, plain }, origin)
  else if (verb === 'worktree') obeyWorktree(entities, { words, plain }, origin)
  else if (verb === 'add' || verb === 'stage') {
    const all = flag('-A', '--all', '-u', '--update') !== undefined || plain.includes('.')
    files.stage(all ? 'all' : plain, where)
  } else if (verb === 'commit' && words.some((word) => word === '--all' || /^-[b-z]*a/.test(word)))
    files.stage('all', where)
}

interface BranchWords {
  readonly words: readonly string[]
  readonly plain: readonly string[]
}

function obeyBranch(entities: BoundedEntities, { words, plain }: BranchWords, origin: FactOrigin): void {
  const [first = '', second] = plain
  if (words.some((word) => /^(?:-[mM]|--move)$/.test(word))) {
    const current = entities.of('branch').find(({ state, name }) => {
      return state === 'current' && (second === undefined || name === first)
    })
    if (current !== undefined) entities.delete('branch', current.name)
    if (current !== undefined || second === undefined) checkOut(entities, second ?? first, current?.where, origin)
  } else if (words.some((word) => /^(?:-[dD]|--delete)$/.test(word))) {
    for (const name of plain) entities.delete('branch', name)
  }
}

function obeyWorktree(entities: BoundedEntities, { words, plain }: BranchWords, origin: FactOrigin): void {
  const [verb, ...rest] = plain
  const at = words.findIndex((word) => word === '-b' || word === '-B')
  const created = at < 0 ? undefined : words[at + 1]
  const [folder = '', branch = folder.split('/').at(-1)] = rest.filter((word) => word !== created)
  const name = created ?? branch
  const isDetached = words.includes('--detach') || name === undefined || /^(?:HEAD\b|origin\/)/.test(name)
  if (verb === 'add' && folder !== '' && !isDetached) checkOut(entities, name, folder, origin)
  if (verb !== 'remove') return
  for (const fact of entities.of('branch')) if (fact.where === folder) entities.put({ ...fact, state: 'left' })
}

/** What git prints about the branch; which command printed it is not known, so each pattern says who may. */
const statements: readonly (readonly [verbs: RegExp, line: RegExp])[] = [
  [/^status$/, /^On branch (\S{1,200})$/gm],
  [/^status$/, /^## ([^\s.]{1,200}(?:\.[^\s.]{1,200}){0,9})(?:\.{3}\S{1,300})?(?: \[[^\]\n]{1,60}\])?$/gm],
  [
    /^(?:checkout|switch)$/,
    /^(?:Switched to (?:a new )?branch|Already on|Switched to and reset branch) '([^'\n]{1,200})'/gm,
  ],
  [/^(?:commit|cherry-pick|revert|merge)$/, /^\[([^\s\]]{1,200})(?: \(root-commit\))? [0-9a-f]{7,40}\] /gm],
  [/^branch$/, /^\* ([\w./@+-]{1,200})(?:$| {1,60}[0-9a-f]{7,40} )/gm],
]

function toldBranch(commands: readonly GitCommand[], text: string): string | undefined {
  let told: { readonly name: string; readonly at: number } | undefined
  for (const [verbs, line] of statements) {
    if (!commands.some(({ verb }) => verbs.test(verb))) continue
    const match = [...text.matchAll(line)].at(-1)
    if (match?.[1] !== undefined && match.index >= (told?.at ?? 0)) told = { name: match[1], at: match.index }
  }
  return told?.name
}

const isAsking = /^(?:branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref (?:-q )?--short HEAD)$/

/** A command that prints nothing but the branch prints it last. */
function askedBranch({ verb, words }: GitCommand, text: string): string | undefined {
  if (!isAsking.test([verb, ...words].join(' '))) return undefined
  const line = text.trimEnd().split('\n').at(-1)?.trim() ?? ''
  return /^[A-Za-z][\w./@+-]{0,199}$/.test(line) && line !== 'HEAD' ? line : undefined
}

/** A branch takes the place of the one that was worked on, unless they are known to be in different folders. */
function checkOut(entities: BoundedEntities, name: string, where: string | undefined, { entry, at }: FactOrigin): void {
  if (!/^[^\s$`*{}()-][^\s$`*{}()]{0,199}$/.test(name)) return
  const known = entities.get('branch', name)
  const folder = where === undefined || where.includes('$') ? known?.where : where
  for (const other of entities.of('branch')) {
    const isApart = other.where !== undefined && folder !== undefined && other.where !== folder
    if (other.name !== name && other.state === 'current' && !isApart) entities.put({ ...other, state: 'left' })
  }
  entities.put({
    entry,
    at,
    kind: 'branch',
    name,
    state: 'current',
    ...(folder === undefined ? {} : { where: folder }),
  })
}

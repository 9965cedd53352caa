import type { TaskEntity, TaskState } from '../../contract/task-state.ts'
import { isWritten } from '../bounded/git-changes.ts'
import type { EntityFact, EntityState, FileFact, Ledger } from '../ledger.ts'

const kinds: readonly TaskEntity['kind'][] = ['branch', 'plan-item', 'test', 'server', 'ticket', 'file']
const open: ReadonlySet<EntityState> = new Set([
  ...(['current', 'fails', 'running', 'named', 'open', 'pending', 'in progress'] as const),
])

/** The state of the task that a ledger knows. */
export function taskState(ledger: Ledger): TaskState {
  const { files, entities } = ledger
  const knowsGit = files.some(({ git }) => git === 'committed')
  const plan = entities.filter(({ kind }) => kind === 'plan-item')
  const others = entities.filter(({ kind }) => kind !== 'plan-item').toReversed()
  const all = [
    ...[...plan, ...others].map(entityOf),
    ...files.toReversed().flatMap((file) => (isWritten(file) ? [fileEntity(file, knowsGit)] : [])),
  ]
  const ranked = kinds.flatMap((kind) => all.filter((entity) => entity.kind === kind))
  return [...ranked.filter(({ isOpen }) => isOpen), ...ranked.filter(({ isOpen }) => !isOpen)]
}

function entityOf({ entry, at, kind, name, state, command, where, count }: EntityFact): TaskEntity {
  return {
    entry,
    at,
    kind,
    name,
    state: count === undefined ? state : `${state}: ${count} not named`,
    isOpen: open.has(state),
    ...(command !== undefined && command !== name && { command }),
    ...(where !== undefined && { where }),
  }
}

/** Where commits were seen, a change that none of them has is still to be committed. */
function fileEntity({ entry, at, path, touch, git }: FileFact, knowsGit: boolean): TaskEntity {
  const known = git ?? (knowsGit ? 'uncommitted' : undefined)
  const state = known === undefined ? touch : `${touch}, ${known}`
  return { entry, at, kind: 'file', name: path, state, isOpen: git !== 'committed' }
}

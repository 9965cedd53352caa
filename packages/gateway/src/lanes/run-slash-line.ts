import type { AuditLine } from '../access/record-audit.ts'
import type { ArrivalEnding } from '../events/arrival-ending.ts'
import type { ArrivalBody } from '../inbound/arrival-body.ts'
import { conversationFor, threadKey, threadScope } from '../inbound/conversation-for.ts'
import { isRepeatable, readSlashLine } from '../inbound/read-slash-line.ts'
import { heeded } from '../timing/heeded.ts'
import type { ArrivalWork } from './arrival-work.ts'
import type { LaneContext } from './lane-context.ts'
import type { LaneRun } from './lane-run.ts'

/** A slash command. */
export type CommandWork = ArrivalWork<ArrivalBody & { readonly kind: 'command' }>

/** Commands that are audited. */
const audited: ReadonlyMap<string | undefined, AuditLine['action']> = new Map([
  ['compress', 'compact'],
  ['undo', 'undo'],
])

/** Runs a slash command. One that does more when it runs twice runs once at most. */
export async function runSlashLine(context: LaneContext, run: LaneRun, work: CommandWork): Promise<ArrivalEnding> {
  const { arrival, body } = work
  const { conversation } = run.lane
  const slash = readSlashLine(body.text)
  if (arrival.tries > 1 && slash !== undefined && !isRepeatable(slash)) {
    const text = `${slash.text} was cut short. It may have run: look, and send it again where it did not.`
    return blocks(work, [text])
  }
  if (slash?.name === 'new' && body.thread !== undefined) return blocks(work, await beginAnew(context, work))
  const agent = await context.pool.open(run.lane, { channel: body.channel })
  const action = audited.get(slash?.name)
  if (action !== undefined) await context.audit(arrival.entry, { by: body.by, action, conversation })
  const told = await heeded(agent.command(body.text, run.signal), run.signal)
  return blocks(work, told)
}

/** The next message of the thread goes to a new conversation; it is named after the command, so twice is once. */
async function beginAnew({ store }: LaneContext, { arrival, body }: CommandWork): Promise<readonly string[]> {
  const place = { channel: body.channel, thread: body.thread ?? '' }
  await store.state.set(threadScope, threadKey(place), conversationFor(place, arrival.entry))
  return ['A new conversation begins here. The one before is kept.']
}

function blocks({ arrival: { entry } }: CommandWork, told: readonly string[]): ArrivalEnding {
  return { kind: 'blocks', entry, blocks: [...told] }
}

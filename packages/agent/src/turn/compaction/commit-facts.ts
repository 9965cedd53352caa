import type { Receipt } from '@palimpsest/core/engine'
import { Failure } from '@palimpsest/core/errors'
import { isObject, type Json } from '@palimpsest/core/json'
import { redact } from '@palimpsest/core/redact'
import { billsJson, type Compaction, type Session, type UnbilledUsage } from '@palimpsest/core/store'
import { carryRefused } from '../request/thinking-state.ts'
import type { TurnContext } from '../turn-context.ts'
import { carrierIn, withUsage } from '../usage/unbilled-calls.ts'
import type { NextTools } from './next-tools.ts'
import type { WaitWatch } from './watch-wait.ts'

/** Facts that only the agent knows, for the step that writes a compaction. */
export interface CommitFacts {
  beforeCommit(compaction: Compaction, session: Session): Promise<Compaction>
  afterCommit(compaction: Compaction, session: Session): Promise<void>
  /** The usage that was written with it; nothing where none was. */
  paid(): UnbilledUsage | undefined
}

/**
 * The usage of its summary, the tools that are shown from here on, and the system prompt as memory has it now. While
 * memory says the same, so do its bytes, and the cache holds.
 */
export function commitFacts(context: TurnContext, tools: NextTools, waited: WaitWatch['waited']): CommitFacts {
  const { parts, unbilled } = context
  let due: UnbilledUsage | undefined
  let paid: UnbilledUsage | undefined
  return {
    paid: () => paid,
    beforeCommit: async (compaction, session) => {
      // They were chosen by what was said in another session: whoever compacted it was faster.
      if (session.id !== tools.session) throw passedBy(session)
      const system = systemFor(context, session)
      // What no made text can carry stays owed, and is no cost of this compaction.
      const carrier = carrierIn(compaction.view)
      due = carrier && (await unbilled.claim(carrier))
      const receipt = withTools(withWait(compaction.receipt, waited), tools)
      return {
        ...compaction,
        ...(system !== undefined && { system }),
        ...(carrier && due && { view: withUsage(compaction.view, carrier, due.usage) }),
        receipt: due === undefined ? receipt : withBill(receipt, due),
      }
    },
    afterCommit: async (compaction, session) => {
      paid = due
      if (due !== undefined) await unbilled.settle()
      await carryRefused(parts, session, compaction)
    },
  }
}

/** A memory that cannot be read now is no reason to lose a summary, or the turn. */
function systemFor({ parts: { memory }, onEvent }: TurnContext, session: Session): string | undefined {
  try {
    return memory?.systemFor(session)
  } catch (error) {
    const why = redact(error instanceof Error ? error.message : String(error)).text
    onEvent({ kind: 'notice', text: `Memory could not be read (${why}); what it said before still holds.` })
    return undefined
  }
}

function passedBy({ id, nextSeq }: Session): Failure {
  const message = 'The conversation was compacted by somebody else just now.'
  return new Failure('store/conflict', message, { session: id, expectedSeq: nextSeq })
}

/** Where the list of tools changes, nothing of the cached prefix is left: it begins with them. */
function withTools(receipt: Json | undefined, { choice, isChanged }: NextTools): Json {
  if (!isObject(receipt)) return receipt ?? null
  const { cache } = receipt
  const { keptTokens, invalidatedTokens } = isObject(cache) ? cache : {}
  const lost = { keptTokens: 0, invalidatedTokens: Number(keptTokens ?? 0) + Number(invalidatedTokens ?? 0) }
  return {
    ...receipt,
    ...(isChanged && { cache: lost }),
    ...(choice && { tools: { ...choice, unused: { ...choice.unused } } }),
  }
}

function withWait(receipt: Json | undefined, waited: WaitWatch['waited']): Json | undefined {
  if (!isObject(receipt)) return receipt
  const wait = waited(receipt as unknown as Receipt)
  return wait === undefined ? receipt : { ...receipt, waited: { ...wait } }
}

function withBill(receipt: Json | undefined, { calls, costUsd, bills }: UnbilledUsage): Json {
  if (!isObject(receipt)) return receipt ?? null
  return { ...receipt, calls, ...(costUsd !== undefined && { costUsd }), bills: billsJson(bills) }
}

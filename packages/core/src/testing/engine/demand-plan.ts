import { checkPlan, plannedMessages } from '../../compaction/plan/check-plan.ts'
import { planFault } from '../../compaction/plan/plan-fault.ts'
import type { Occasion, Shown } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'
import type { Message } from '../../message/message.ts'
import { joinUsers, takesTurns } from '../../message/turns.ts'
import { codecs } from '../../wire/codecs.ts'

import { checkAiSdk } from '../oracle/ai-sdk/ai-sdk.ts'
import { checkAnthropic } from '../oracle/anthropic/anthropic.ts'
import { checkOpenAiChat } from '../oracle/openai-chat/openai-chat.ts'
import { checkOpenAiResponses } from '../oracle/openai-responses/openai-responses.ts'
import { demand } from '../store/fixtures/demand.ts'

/** Throws unless a plan could be committed as it is. */
export function demandPlan(occasion: Occasion, plan: Plan): void {
  const fault = planFault(plan)
  demand(fault === undefined, `the answer is no plan: ${fault}`)
  if (plan.kind !== 'compact') return
  const faults = checkPlan(occasion, plan)
  demand(faults.length === 0, `the plan cannot be committed: ${JSON.stringify(faults)}`)
  const memo = JSON.parse(JSON.stringify(plan.memo)) as unknown
  demand(JSON.stringify(memo) === JSON.stringify(plan.memo), 'the memo does not survive being written down')
}

const wires = {
  anthropic: checkAnthropic,
  'openai-chat': checkOpenAiChat,
  'openai-responses': checkOpenAiResponses,
  'ai-sdk': checkAiSdk,
} as const

/** Throws unless every provider would take the view of a plan. */
export function demandValid(occasion: Occasion, plan: Plan): void {
  if (plan.kind !== 'compact') return
  const messages: readonly Message[] = plannedMessages(occasion, plan)
  for (const format of Object.keys(wires) as (keyof typeof wires)[]) {
    const { value } = codecs[format].encode({ messages })
    const violations = wires[format](value)
    demand(violations.length === 0, `${format} would refuse the view: ${JSON.stringify(violations.slice(0, 3))}`)
  }
  if (!takesTurns(occasion.view.map(({ message }) => message))) return
  const { value } = codecs['openai-chat'].encode({ messages: joinUsers(messages) })
  const [refused] = checkOpenAiChat(value, { strictAlternation: true })
  demand(refused === undefined, `a server that wants turns would refuse the view: ${JSON.stringify(refused)}`)
}

/** Throws unless a view represents each of these originals, by itself or by what was made in its place, once. */
export function demandCovered(below: readonly Shown[], count: number): void {
  const times = new Map<number | undefined, number>()
  for (const { index } of below) times.set(index, (times.get(index) ?? 0) + 1)
  for (let index = 0; index < count; index++) {
    const seen = times.get(index) ?? 0
    demand(seen === 1, `original ${index} of ${count} is represented ${seen} times`)
  }
}

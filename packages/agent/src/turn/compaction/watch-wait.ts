import type { Receipt, Waited } from '@palimpsest/core/engine'
import type { TurnContext } from '../turn-context.ts'
import type { TurnPressure } from './turn-pressure.ts'

/** Notes how long a compaction holds the conversation up, and what for. */
export interface WaitWatch {
  /** What is under way, to be waited for; empty where nothing is. */
  readonly preparing: Pick<TurnPressure, 'preparing'>
  /** What a compaction that is about to be written made somebody wait for; `undefined` where nobody was there. */
  waited(receipt: Pick<Receipt, 'summary' | 'prepared' | 'flags'>): Waited | undefined
}

export function watchWait({ parts, ahead }: TurnContext, { isUnattended = false }: TurnPressure): WaitWatch {
  const started = parts.now()
  let isJoined = false
  const underWay = ahead.underWay()
  const preparing = async () => {
    isJoined = true
    await underWay
  }
  return {
    preparing: underWay === undefined ? {} : { preparing },
    waited: (receipt) => {
      if (isUnattended) return undefined
      const reason = isJoined ? 'preparation' : wasAsked(receipt) ? 'summary' : 'nothing'
      return { ms: parts.now() - started, for: reason }
    },
  }
}

/** True when a model was asked while the conversation waited. */
function wasAsked({ summary, prepared, flags }: Parameters<WaitWatch['waited']>[0]): boolean {
  if (prepared?.reused === 'whole') return false
  return summary.by === 'model' || flags.some((flag) => flag.startsWith('summary-model-failed'))
}

import { isRealUser, type Shown } from '@palimpsest/core/engine'
import type { Memo } from './memo.ts'

/** Finds where a person spoke last; if nobody did, the last message in the role of the user. */
export function lastRealUser(view: readonly Shown[], { summary }: Memo): number | undefined {
  const isUser = ({ id, message, standsFor }: Shown) =>
    message.role === 'user' && id !== summary?.entry && (standsFor?.length ?? 1) === 1
  const real = view.findLastIndex((shown) => isUser(shown) && isRealUser(shown.message))
  const any = real === -1 ? view.findLastIndex(isUser) : real
  return any === -1 ? undefined : any
}

import { UserError } from '../../errors/user-error.ts'
import type { DatabaseOptions } from '../../home/location.ts'
import { findConversation } from '../../store/find-conversation.ts'
import { withStore } from '../../store/with-store.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'

export interface UndoOptions extends DatabaseOptions {
  readonly json?: boolean
}

/** `palimpsest sessions undo ID`: takes the newest compaction back; what was said since stays. */
export async function undoAction(id: string, options: UndoOptions, io: Io): Promise<void> {
  await withStore(options, io, async (store) => {
    const { conversation } = await findConversation(store, id)
    const tip = await store.compressionTip(conversation.tip)
    if (tip.kind !== 'continuation')
      throw new UserError(`conversation ${conversation.id} has no compaction to undo`, {
        remedy: `See its sessions: palimpsest sessions lineage ${conversation.id}`,
      })
    const session = await store.undo(tip.id, Date.now())
    if (options.json) printJson({ conversation: conversation.id, undone: tip.id, session }, io)
    else io.out(`The compaction ${tip.id} is undone; ${session.id} goes on with ${session.nextSeq} messages.\n`)
  })
}

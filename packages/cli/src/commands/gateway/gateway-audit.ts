import { gatewayAccess } from '../../compose.ts'
import type { DatabaseOptions } from '../../home/location.ts'
import { commandDefaults } from '../../options/command-defaults.ts'
import { withStore } from '../../store/with-store.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { when } from '../../terminal/when.ts'
import { oneLine } from '../../terminal/width.ts'

export interface AuditOptions extends DatabaseOptions {
  readonly limit?: number
  readonly json?: boolean
}

/** `palimpsest gateway audit`: who compacted, undid or deleted what, newest first. */
export async function gatewayAudit(options: AuditOptions, io: Io): Promise<void> {
  const { limit = commandDefaults.auditLines } = options
  const { readAudit } = await gatewayAccess()
  const lines = await withStore(options, io, ({ state }) => readAudit(state, limit))
  if (options.json) printJson({ lines }, io)
  else if (lines.length === 0) io.err('Nobody has compacted, undone or deleted anything through the gateway.\n')
  else
    for (const line of lines)
      io.out(`${when(line.at)}  ${line.action.padEnd(7)}  ${oneLine(line.conversation)}  by ${oneLine(line.by)}\n`)
}

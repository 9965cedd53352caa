import type { Command } from 'commander'

/** The option of every command that works on stored conversations. */
export function databaseOption(command: Command): Command {
  return command.option(
    '--db <path>',
    'database file, or a postgres:// URL (default: state.db in $PALIMPSEST_HOME, which is ~/.palimpsest unless set)',
  )
}

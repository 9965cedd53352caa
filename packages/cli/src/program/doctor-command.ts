import { Command } from 'commander'
import { databaseOption } from '../options/database-option.ts'
import type { Io } from '../terminal/io.ts'

export function doctorCommand(io: Io): Command {
  const command = new Command('doctor')
    .description(
      'Check key, model, window, connection, database, disk, privacy, plugins and tools, and say what to do.',
    )
    .option('--fix', 'take from others the right to read what is kept here')
    .option('--json', 'print one JSON document')
  return databaseOption(command)
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest doctor\n  $ palimpsest doctor --fix\n  $ palimpsest doctor --json',
    )
    .action(async (options) => (await import('../commands/doctor.ts')).doctor(options, io))
}

import { Command, Option } from 'commander'
import { formatChoices } from '../options/choices.ts'
import { byDefault, commandDefaults } from '../options/command-defaults.ts'
import { databaseOption } from '../options/database-option.ts'
import { readingOptions } from '../options/reading-options.ts'
import { searchWords } from '../options/search-words.ts'
import { wholeNumber } from '../options/whole-number.ts'
import type { Io } from '../terminal/io.ts'

const idHelp = 'id of a conversation or of one of its sessions, or how it begins (4 characters or more)'

/** `palimpsest sessions …`: what can be done with stored conversations. */
export function sessionsCommand(io: Io): Command {
  const sessions = new Command('sessions')
    .description('Look at stored conversations, move them, undo a compaction, delete one.')
    .addHelpText('after', example('sessions list', 'sessions show 0190a1b2'))
  for (const make of [listCommand, showCommand, lineageCommand, searchCommand]) sessions.addCommand(make(io))
  for (const make of [exportCommand, importCommand, undoCommand, deleteCommand]) sessions.addCommand(make(io))
  return sessions
}

function listCommand(io: Io): Command {
  return stored('list', 'List conversations, newest activity first.')
    .option('--limit <n>', `how many to list ${byDefault(commandDefaults.listedConversations)}`, wholeNumber)
    .option('--archived', 'list archived ones as well')
    .option('--json', 'print one JSON document')
    .addHelpText('after', example('sessions list --limit 5'))
    .action(async (options) => (await import('../commands/sessions/sessions-list.ts')).listSessions(options, io))
}

function showCommand(io: Io): Command {
  return stored('show', 'Show a conversation: what it is, its sessions, and what was said last.')
    .argument('<id>', idHelp)
    .option(
      '--limit <n>',
      `how many of the last messages to show ${byDefault(commandDefaults.lastMessages)}`,
      wholeNumber,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', example('sessions show 0190a1b2 --limit 3'))
    .action(async (id, options) => (await import('../commands/sessions/sessions-show.ts')).showSession(id, options, io))
}

function lineageCommand(io: Io): Command {
  return stored('lineage', 'Show the chain of a conversation, with its branches and sub-agents.')
    .argument('<id>', idHelp)
    .option('--json', 'print one JSON document')
    .addHelpText('after', example('sessions lineage 0190a1b2'))
    .action(async (id, options) => (await import('../commands/sessions/sessions-lineage.ts')).lineage(id, options, io))
}

function searchCommand(io: Io): Command {
  return stored('search', 'Find the conversations in which something was said.')
    .argument('<query>', searchWords.query)
    .option('--limit <n>', searchWords.limit, wholeNumber)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\n${searchWords.scope}\n${example(`sessions search 'ERR-42 "out of memory"'`)}`)
    .action(async (query, options) =>
      (await import('../commands/sessions/sessions-search.ts')).searchSessions(query, options, io),
    )
}

function exportCommand(io: Io): Command {
  return stored('export', 'Write a conversation as lines that import reads back, or its originals as a transcript.')
    .argument('<id>', idHelp)
    .option('--out <file>', 'file to write instead of standard output')
    .addOption(new Option('--to <format>', 'write the originals as a transcript of this format').choices(formatChoices))
    .option('--strict', 'with --to: write nothing and exit 1 if anything would be lost')
    .addHelpText(
      'after',
      example('sessions export 0190a1b2 --out talk.jsonl', 'sessions export 0190a1b2 --to anthropic'),
    )
    .action(async (id, options) =>
      (await import('../commands/sessions/sessions-export.ts')).exportSession(id, options, io),
    )
}

const importHelp = `
What is here already is not kept twice: a file is known by what is said in it, whatever it is called. One that has
grown since it was imported continues its conversation, unless something else was said there: then it becomes a new one.
${example('sessions import session.jsonl', 'sessions import ~/.claude/projects', "sessions import 'logs/**/*.jsonl' --db other.db")}`

function importCommand(io: Io): Command {
  const command = stored('import', 'Read exported conversations back, and keep transcripts as conversations.')
    .argument(
      '<files...>',
      'exported conversations or transcripts of any format, folders or patterns; - reads standard input',
    )
    .option('--title <text>', 'title of the new conversation, for one file (default: how the user began)')
    .option('--json', 'print one JSON document: a conversation for one file, a list for several')
  return readingOptions(command)
    .addHelpText('after', importHelp)
    .action(async (files, options) =>
      (await import('../commands/sessions/sessions-import.ts')).importSessions(files, options, io),
    )
}

function undoCommand(io: Io): Command {
  return stored('undo', 'Take the newest compaction of a conversation back. What was said since stays.')
    .argument('<id>', idHelp)
    .option('--json', 'print one JSON document')
    .addHelpText('after', example('sessions undo 0190a1b2'))
    .action(async (id, options) => (await import('../commands/sessions/sessions-undo.ts')).undoAction(id, options, io))
}

function deleteCommand(io: Io): Command {
  return stored('delete', 'Delete a conversation and all that hangs on it, for good.')
    .argument('<id>', idHelp)
    .option('--yes', 'do not ask')
    .addHelpText('after', example('sessions delete 0190a1b2 --yes'))
    .action(async (id, options) =>
      (await import('../commands/sessions/sessions-delete.ts')).deleteSession(id, options, io),
    )
}

function stored(name: string, description: string): Command {
  return databaseOption(new Command(name).description(description))
}

function example(...lines: readonly string[]): string {
  return `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  $ palimpsest ${line}`).join('\n')}`
}

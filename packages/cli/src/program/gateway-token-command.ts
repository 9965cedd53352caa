import { Command, Option } from 'commander'
import { byDefault, commandDefaults } from '../options/command-defaults.ts'
import { databaseOption } from '../options/database-option.ts'
import { wholeNumber } from '../options/whole-number.ts'
import type { Io } from '../terminal/io.ts'

/** The same as the gateway knows, kept apart from its code so that help loads nothing. */
const roles = ['read', 'write', 'admin'] as const

const tokenHelp = `
A token with the role read looks at everything, write speaks and runs commands as well, admin deletes conversations and
reads the audit as well. Only a hash of it is kept, in the database: every gateway on it knows a new token, and refuses a
removed one, within a few seconds.

Examples:
  $ palimpsest gateway token add dashboard --role read
  $ palimpsest gateway token list
  $ palimpsest gateway token remove dashboard`

/** `palimpsest gateway token …`: what can be typed. */
export function gatewayTokenCommand(io: Io): Command {
  const token = new Command('token')
    .description('Say who may use the gateway over HTTP, beside whoever has PALIMPSEST_TOKEN.')
    .addHelpText('after', tokenHelp)
  for (const make of [addCommand, listCommand, removeCommand, openCommand]) token.addCommand(make(io))
  return token
}

function addCommand(io: Io): Command {
  return stored('add', 'Make a token and print its secret, this once.')
    .argument('<name>', 'who or what it is for; audits name it')
    .addOption(new Option('--role <role>', 'what it may do').choices(roles).default('write'))
    .option(
      '--per-minute <n>',
      'requests that it may make in a minute, where it should be fewer than usual',
      wholeNumber,
    )
    .addHelpText(
      'after',
      example(
        'gateway token add phone',
        'gateway token add ci --role read --per-minute 60 --db postgres://user@db/palimpsest',
      ),
    )
    .action(async (name, options) => (await actions()).addToken(name, options, io))
}

function listCommand(io: Io): Command {
  return stored('list', 'List tokens: names, roles and limits, never a secret.')
    .addHelpText('after', example('gateway token list', 'gateway token list --json'))
    .action(async (options) => (await actions()).listTokens(options, io))
}

function removeCommand(io: Io): Command {
  return stored('remove', 'Let a token in no more. Removing the last one does not open the gateway.')
    .argument('<name>', 'the name of the token')
    .addHelpText('after', example('gateway token remove phone'))
    .action(async (name, options) => (await actions()).removeToken(name, options, io))
}

function openCommand(io: Io): Command {
  return stored('open', 'Serve this machine without a token again, once all were removed.')
    .addHelpText('after', example('gateway token open'))
    .action(async (options) => (await actions()).openWithoutToken(options, io))
}

/** `palimpsest gateway audit`: what can be typed. */
export function gatewayAuditCommand(io: Io): Command {
  return stored('audit', 'Show who compacted, undid or deleted what through the gateway, newest first.')
    .option('--limit <n>', `how many lines to show ${byDefault(commandDefaults.auditLines)}`, wholeNumber)
    .addHelpText('after', example('gateway audit', 'gateway audit --limit 1000 --json'))
    .action(async (options) => (await import('../commands/gateway/gateway-audit.ts')).gatewayAudit(options, io))
}

function actions() {
  return import('../commands/gateway/gateway-token.ts')
}

function stored(name: string, description: string): Command {
  return databaseOption(new Command(name).description(description)).option('--json', 'print one JSON document')
}

function example(...lines: readonly string[]): string {
  return `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  $ palimpsest ${line}`).join('\n')}`
}

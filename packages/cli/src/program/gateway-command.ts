import { Command } from 'commander'
import { byDefault, commandDefaults } from '../options/command-defaults.ts'
import { portNumber } from '../options/port-number.ts'
import { modelOptions } from '../options/run-options.ts'
import type { Io } from '../terminal/io.ts'
import { gatewayAuditCommand, gatewayTokenCommand } from './gateway-token-command.ts'

const examples = `
Examples:
  $ palimpsest gateway
  $ TELEGRAM_BOT_TOKEN=… palimpsest gateway --port 8787
  $ palimpsest gateway token add dashboard --role read
  $ PALIMPSEST_TOKEN=… palimpsest gateway --host 0.0.0.0 --db postgres://user@db/palimpsest

  $ curl -X POST http://127.0.0.1:8787/v1/conversations/demo/messages?wait=1 \\
      -H 'content-type: application/json' -d '{"text":"Hello."}'

A platform is served where its variables are set: TELEGRAM_BOT_TOKEN (with TELEGRAM_SECRET_TOKEN for webhooks),
SLACK_BOT_TOKEN with SLACK_SIGNING_SECRET, DISCORD_BOT_TOKEN. Nobody is answered there until gateway.telegram.allow,
gateway.slack.allow or gateway.discord.allow names them: docs/gateway.md.
Any number of processes may share one Postgres database.`

/** `palimpsest gateway`: what can be typed. */
export function gatewayCommand(io: Io): Command {
  const command = new Command('gateway')
    .description('Serve conversations over HTTP and chat platforms until it is stopped.')
    .enablePositionalOptions()
    .option('--port <n>', `port to listen on; 0 takes a free one ${byDefault(commandDefaults.gatewayPort)}`, portNumber)
    .option(
      '--host <address>',
      `address to listen on; with a token also one beyond this machine ${byDefault(commandDefaults.gatewayHost)}`,
    )
    .option('--json', 'print the address and the process as one line of JSON first')
  command.addCommand(gatewayTokenCommand(io)).addCommand(gatewayAuditCommand(io))
  return modelOptions(command)
    .addHelpText('after', examples)
    .action(async (options) => (await import('../commands/gateway/gateway-action.ts')).gatewayAction(options, io))
}

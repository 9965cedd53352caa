import { Command, InvalidArgumentError, Option } from 'commander'
import { byDefault, commandDefaults } from '../options/command-defaults.ts'
import { portNumber } from '../options/port-number.ts'
import { readingOptions } from '../options/reading-options.ts'
import { wholeNumberFromZero } from '../options/whole-number.ts'
import type { Io } from '../terminal/io.ts'

const examples = `
Examples:
  $ palimpsest simulate
  $ palimpsest simulate --port 8080 --model-script replies.json --inject faults.json

A model script is a list of replies:
  ["Hello.", { "thinking": "…", "text": "I look.", "calls": [{ "name": "ls", "input": { "path": "." } }] }]
A list of faults names the calls they befall; a request can ask for one itself with the header x-simulate:
  [{ "onCall": 2, "kind": "rate-limit", "retryAfterMs": 500 }, { "onCall": 5, "kind": "cut-stream" }]
Caches expire by a clock that can be put forward without waiting, by 90s, 6m, 1h30m, 2d:
  $ curl -X POST 'http://127.0.0.1:8080/simulate/advance?by=6m'
What a call writes to a cache can be read once its reply begins: with --reply-after-ms 2000, requests that are sent at
the same time all pay for it.`

export function simulateCommand(io: Io): Command {
  const command = new Command('simulate')
    .description('Run a provider on this machine that speaks Anthropic and OpenAI, caches and bills like them. No key.')
    .option('--port <n>', 'port to listen on (default: one that is free)', portNumber)
    .addOption(new Option('--model-script <file>', 'replies of the model, as a JSON list').conflicts('replay'))
    .option('--replay <transcript>', 'let the model say what the assistant of this transcript said')
    .option('--inject <file>', 'what goes wrong and when, as a JSON list')
    .option(
      '--reply-after-ms <n>',
      `milliseconds from a request to its reply ${byDefault(commandDefaults.replyAfterMs)}`,
      waitMs,
    )
    .option('--no-prefix-checks', 'take thinking back whatever stands before it, as some accounts of Anthropic do')
    .option('--json', 'print the bill as one JSON document at the end')
    .addHelpText('after', examples)
    .action(async (options) => (await import('../commands/simulate.ts')).simulate(options, io))
  return readingOptions(command)
}

/** Nobody waits for longer than this. */
const hourMs = 3_600_000

function waitMs(text: string): number {
  const ms = wholeNumberFromZero(text)
  if (ms > hourMs) throw new InvalidArgumentError(`Expected milliseconds up to ${hourMs}, which is an hour.`)
  return ms
}

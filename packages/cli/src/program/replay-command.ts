import { Command, InvalidArgumentError, Option } from 'commander'
import type { ReplayFee, ReplayGap } from '../compose.ts'
import { UserError } from '../errors/user-error.ts'
import { cacheStrategies, cacheTtls, triggers } from '../options/choices.ts'
import { byDefault, defaultGapText } from '../options/command-defaults.ts'
import { compactionOptions, typedNumber } from '../options/compaction-options.ts'
import { readingOptions } from '../options/reading-options.ts'
import { wholeNumber } from '../options/whole-number.ts'
import type { Io } from '../terminal/io.ts'

const examples = `
Examples:
  $ palimpsest replay session.jsonl
  $ palimpsest replay ~/.claude/projects --html report.html
  $ palimpsest replay session.jsonl --context-length 200000 --system-tokens 15000 --price claude-opus-5-5 --json
  $ palimpsest replay --example --gap gateway:7`

/** `palimpsest replay`: what can be typed. */
export function replayCommand(io: Io): Command {
  const command = new Command('replay')
    .description('Drive transcripts through compaction and caching as if they happened now. Needs no key.')
    .argument('[files...]', 'transcripts, folders or patterns; - reads standard input')
    .option('--example [seed]', 'replay a made-up session instead', wholeNumber)
    .option('--html <file>', 'write a report with charts: one file that needs nothing else')
    .option('--json', 'print one JSON document: an object for one file, a list for several')
    .option('--views', 'add to each compaction what the model saw right after it')
    .option('--db <path>', 'keep the conversations in this database (default: in memory)')
  return timing(caching(replaying(compactionOptions(readingOptions(command)))))
    .addHelpText('after', examples)
    .action(async (files, { gap, ...options }) => {
      const { replayAction } = await import('../commands/replay-action.ts')
      return replayAction(files, { ...options, ...(await pausesOf(gap)) }, io)
    })
}

function replaying(command: Command): Command {
  return command
    .option('--system-tokens <n>', 'size of a made-up system prompt with tools, where the file has none', wholeNumber)
    .addOption(
      new Option('--trigger <rule>', 'threshold by share of the window, or by what costs least')
        .choices(triggers)
        .default(triggers[0]),
    )
    .option(
      '--summarizer-cost <rate>',
      "none, main, cached, or a share of the main model's price (default: main if a command writes, else none)",
      summaryFee,
    )
}

function caching(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--cache-strategy <name>',
        'where cache marks go: anchored keeps them in place, system_and_3 puts them on the system prompt and the last three messages',
      )
        .choices(cacheStrategies)
        .default(cacheStrategies[0]),
    )
    .addOption(new Option('--cache-ttl <ttl>', 'how long to cache').choices(cacheTtls).default(cacheTtls[0]))
    .option('--keep-alive', 'keep the cache warm with small requests during pauses')
    .option(
      '--price <model>',
      'model whose prices to use for every call (default: the one that wrote the reply, or that the file names)',
    )
}

function timing(command: Command): Command {
  return command
    .option(
      '--gap <pauses>',
      `how long users wait before they write: fast (about 15 s), human (2 min) or gateway (5 min, as in a chat app), with :SEED for other draws; a number of seconds; or recorded ${byDefault(defaultGapText)}`,
    )
    .addOption(
      new Option('--channel <who>', 'who is at the other end (default: by the pauses)').choices([
        'headless',
        'agent',
        'chat',
      ]),
    )
}

async function pausesOf(text: string | undefined): Promise<{ readonly gap?: ReplayGap }> {
  if (text === undefined) return {}
  const { replaying } = await import('../compose.ts')
  const { gapFrom } = await replaying()
  const gap = gapFrom(text)
  if (gap !== undefined) return { gap }
  throw new UserError(`--gap: "${text}" is no pause`, {
    remedy: 'Expected fast, human or gateway (with :SEED if wanted), seconds, or recorded.',
  })
}

function summaryFee(text: string): ReplayFee {
  if (text === 'none' || text === 'main' || text === 'cached') return { kind: text }
  const ratio = typedNumber(text)
  if (ratio >= 0 && ratio <= 100) return { kind: 'other', ratio }
  throw new InvalidArgumentError('Expected none, main, cached, or a number such as 0.05.')
}

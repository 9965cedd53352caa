import { type Command, Option } from 'commander'
import type { DatabaseOptions } from '../home/location.ts'
import { providerChoices } from './choices.ts'
import { databaseOption } from './database-option.ts'
import { webAddress } from './web-address.ts'
import { wholeNumber } from './whole-number.ts'

/** The options as they were typed. */
export interface RunOptions extends ModelOptions {
  readonly json?: boolean
  readonly yes?: boolean
  readonly resume?: string
}

/** The options of whatever lets an agent work: with which model, where, and on what. */
export interface ModelOptions extends DatabaseOptions {
  readonly model?: string
  readonly provider?: string
  readonly baseUrl?: string
  readonly contextLength?: number
  readonly workspace?: string
}

/** The options of commands that let the agent work: with which model, where, and on what. */
export function runOptions(command: Command): Command {
  return modelOptions(command)
    .option('--resume <id>', 'go on with a conversation')
    .option('--yes', 'let tools write files, run commands and change memory without asking')
}

export function modelOptions(command: Command): Command {
  const options = command
    .option('--model <name>', 'model to use (default: model.name of the configuration)')
    .addOption(new Option('--provider <name>', 'how the model is reached').choices(providerChoices))
    .option('--base-url <url>', 'address of a compatible server', webAddress)
    .option('--context-length <n>', 'window of the model in tokens', wholeNumber)
    .option('--workspace <folder>', 'folder that the tools work in (default: the current one)')
  return databaseOption(options)
}

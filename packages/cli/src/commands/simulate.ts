import { isFailure } from '@palimpsest/core/errors'
import { type Json, parseJson } from '@palimpsest/core/json'
import { type SimulatedCall, type SimulatedProvider, simulation, startSimulator } from '../compose.ts'
import { UserError } from '../errors/user-error.ts'
import { type LoadOptions, loadTranscript } from '../files/load-transcript.ts'
import { readText } from '../files/read-text.ts'
import { commandDefaults } from '../options/command-defaults.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { advanceLine, billJson, billReport, callLine, howTo } from './simulate-report.ts'

export interface SimulateOptions extends LoadOptions {
  readonly port?: number
  readonly modelScript?: string
  readonly replay?: string
  readonly inject?: string
  readonly replyAfterMs?: number
  /** True to check thinking against what precedes it. @default true */
  readonly prefixChecks?: boolean
  readonly json?: boolean
}

/** `palimpsest simulate`: a provider on this machine until it is stopped, by Ctrl-C or a signal; then its bill. */
export async function simulate(options: SimulateOptions, io: Io): Promise<void> {
  const simulator = await start(options, io)
  const say = options.json ? io.err : io.out
  say(howTo(simulator.url))
  await interruption(io.interrupted)
  await simulator.close()
  if (options.json) printJson(billJson(simulator), io)
  else io.out(billReport(simulator.calls))
}

async function start(options: SimulateOptions, io: Io): Promise<SimulatedProvider> {
  const { port, modelScript, replay, inject, replyAfterMs = commandDefaults.replyAfterMs, prefixChecks } = options
  const { readFaults, readModelScript } = await simulation()
  const setup = {
    ...(port !== undefined && { port }),
    replyAfterMs,
    ...(prefixChecks !== undefined && { checksPrefixes: prefixChecks }),
    ...(modelScript !== undefined && { script: await readJson(modelScript, io, readModelScript) }),
    ...(replay !== undefined && { replay: (await loadTranscript(replay, options, io)).transcript.messages }),
    ...(inject !== undefined && { inject: await readJson(inject, io, readFaults) }),
  }
  try {
    const tell = {
      onCall: (record: SimulatedCall) => io.err(callLine(record)),
      onAdvance: (ms: number) => io.err(advanceLine(ms)),
    }
    return await startSimulator({ ...setup, ...tell })
  } catch (error) {
    throw portError(error, port)
  }
}

async function readJson<T>(file: string, io: Io, read: (value: Json | undefined) => T): Promise<T> {
  const value = parseJson(await readText(file, io))
  if (value === undefined) throw new UserError(`${file} is not JSON`, { remedy: 'Write one JSON list.' })
  try {
    return read(value)
  } catch (error) {
    if (!isFailure(error, 'wire/malformed')) throw error
    throw new UserError(`${file}: ${error.message}`, { remedy: 'See palimpsest simulate --help for an example.' })
  }
}

function portError(error: unknown, port: number | undefined): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error
  const fault = code === 'EADDRINUSE' ? 'is already in use' : 'may not be used'
  return new UserError(`--port: ${port} ${fault}`, {
    remedy: 'Name another, or leave it out to get one that is free.',
    exitCode: 1,
  })
}

async function interruption(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

import { type DoctorParts, doctorParts } from '../compose.ts'
import { type DatabaseOptions, locationOf, resultsFolder } from '../home/location.ts'
import { coloursFor } from '../terminal/colours.ts'
import type { Io } from '../terminal/io.ts'
import { checkConfiguredEngine } from './check-configured-engine.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkEnvironment } from './check-environment.ts'
import { checkGateway } from './check-gateway.ts'
import { checkModelConnections } from './check-model-connections.ts'
import { checkNode } from './check-node.ts'
import { checkPrivacy } from './check-privacy.ts'
import { checkToolPrograms } from './check-tool-programs.ts'
import { codeOf, type DoctorCheck, fail, ok, warn } from './doctor-check.ts'

export interface ExamineOptions extends DatabaseOptions {
  /** Fix what can be fixed without loss: the permissions of what others can read. */
  readonly fix?: boolean
}

/** Checks everything that a session needs. Unless asked to fix, it changes nothing and creates nothing. */
export async function examine(options: ExamineOptions, io: Io): Promise<readonly DoctorCheck[]> {
  const parts = await doctorParts()
  const paths = parts.homePaths(io.env)
  const location = locationOf(options, io)
  const settings = readSettings(paths.config, io, parts)
  const [lines, engine, database, gateway, disk, tools] = await Promise.all([
    settings.config ? checkModelConnections(settings.config, { io, parts, location }) : [],
    settings.config
      ? checkConfiguredEngine(settings.config.context.engine, sourcesOf(settings.config, paths.plugins, parts), parts)
      : [],
    checkDatabase(location),
    settings.config ? checkGateway(settings.config.gateway, io.env, location) : [],
    checkDisk(paths.home),
    checkToolPrograms(parts.builtInTools),
  ])
  // Behind the others: opening a database makes files beside it.
  const results = resultsFolder(location, io)
  const privacy = await checkPrivacy({ home: paths.home, location, results, fix: options.fix ?? false })
  return [
    checkNode(process.versions.node),
    settings.check,
    lines,
    engine,
    database,
    gateway,
    disk,
    privacy,
    checkEnvironment(io),
    tools,
    checkScreen(io),
  ].flat()
}

type Loaded = Extract<ReturnType<DoctorParts['readConfigFile']>, { readonly kind: 'loaded' }>

interface Settings {
  readonly check: DoctorCheck
  /** Absent where it is refused: then nothing that depends on it can be checked. */
  readonly config?: Loaded['config']
}

function readSettings(path: string, io: Io, { readConfigFile, problemText }: DoctorParts): Settings {
  try {
    const loaded = readConfigFile(path, io.env)
    if (loaded.kind === 'refused')
      return {
        check: fail(
          'settings',
          loaded.problems.map(problemText).join('\n'),
          'Fix it; model and engine are checked then.',
        ),
      }
    const { config, notices, places } = loaded
    const [notice] = notices
    if (notice !== undefined)
      return { config, check: warn('settings', `${notice.place}: ${notice.message}`, `Write ${notice.key} instead.`) }
    const own = places.size === 0 ? 'all at their defaults' : `${places.size} set`
    return { config, check: ok('settings', `${path}, ${own}`) }
  } catch (error) {
    return { check: fail('settings', `${path} cannot be read (${codeOf(error)})`, 'Check its permissions.') }
  }
}

function sourcesOf({ plugins }: Loaded['config'], pluginsFolder: string, { builtIn }: DoctorParts) {
  return { pluginsFolder, notFrom: [process.cwd()], listed: plugins, builtIn }
}

function checkScreen(io: Io): DoctorCheck {
  if (!io.isTerminal) return ok('screen', 'not a terminal: plain text is written')
  const colours = coloursFor(io).isColorSupported ? 'colours' : 'no colours'
  return io.columns < 60
    ? warn('screen', `${io.columns} columns, ${colours}`, 'Make the window wider: tables need 80 columns.')
    : ok('screen', `${io.columns} columns, ${colours}`)
}

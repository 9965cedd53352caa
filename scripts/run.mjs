// Runs the project's commands in a checkout where nothing is installed or built yet: each brings what it needs, once.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command = '', ...args] = process.argv.slice(2)

const commands = {
  start: () => {
    build('packages/cli', 'packages/context')
    const replay = ['replay', '--example', '--html', 'palimpsest-report.html', ...args]
    const code = node('packages/cli/bin/palimpsest.mjs', replay)
    if (code === 0)
      console.error('A bot on Telegram, Slack or Discord that remembers for months: npx palimpsest gateway --help')
    return code
  },
  build: () => build(),
  test: () => {
    build()
    return node('node_modules/vitest/vitest.mjs', ['run', ...args])
  },
  quick: () => {
    build()
    process.env.PALIMPSEST_QUICK = '1'
    return node('node_modules/vitest/vitest.mjs', ['run', ...args])
  },
  lint: () => lint(),
  check: () => {
    lint()
    return node('node_modules/vitest/vitest.mjs', ['run', ...args])
  },
  fix: () => node('node_modules/@biomejs/biome/bin/biome', ['check', '--write', ...(args.length > 0 ? args : ['.'])]),
  bench: () => {
    build()
    return node('bench/run.mjs', args)
  },
  packages: () => {
    build()
    return node('scripts/packing/check.mjs', args)
  },
  clients: () => {
    build()
    return node('scripts/clients/run.mjs', args)
  },
  release: () => node('scripts/release.mjs', args),
  campaign: () => {
    build()
    const [name, ...rest] = ['race', 'agent', 'gateway'].includes(args[0]) ? args : ['kill', ...args]
    return node(`bench/campaign/${name}.mjs`, rest)
  },
}

const task = commands[command]
if (task === undefined) stop(2, `Unknown command "${command}". Try one of: ${Object.keys(commands).join(', ')}.`)
checkNode()
install()
process.exit(task() ?? 0)

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(
      2,
      `Palimpsest needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
    )
  }
}

/** Installs from the lock file unless what is installed came from this very lock file. */
function install() {
  const stamp = join(root, 'node_modules', '.palimpsest-lock')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stderr.write('Installing dependencies, once …\n')
  const npm = process.env.npm_execpath
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const done = spawnSync(program, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: program === 'npm' && process.platform === 'win32',
  })
  if (done.status !== 0) {
    const said = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`
      .trim()
      .split('\n')
      .slice(-15)
      .join('\n')
    stop(1, `${said}\n\nThe installation failed. Check the network and run the command again.`)
  }
  writeFileSync(stamp, lock)
}

/** Lint and types, of tests and scripts too. */
function lint() {
  step('lint', () => node('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']))
  step('types', () => build())
}

/** Compiles what changed. Without a project: everything, tests included. */
function build(...projects) {
  const done = node('node_modules/typescript/bin/tsc', ['-b', ...projects])
  if (done !== 0) stop(done, 'The build failed.')
}

function step(name, run) {
  const code = run()
  if (code !== 0 && code !== undefined)
    stop(code, `${name} failed. "npm run fix" fixes what can be fixed automatically.`)
}

function node(script, rest) {
  const done = spawnSync(process.execPath, [join(root, script), ...rest], { cwd: root, stdio: 'inherit' })
  return done.status ?? (done.signal === 'SIGINT' ? 130 : 1)
}

function stop(code, message) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

import { spawn } from 'node:child_process'

/** Runs a program to its end; resolves to its exit code and what it printed. It never rejects. */
export function runProgram(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.on('error', (error) => resolve({ code: 1, stdout, stderr: `${stderr}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr }))
  })
}

/** Runs npm: the one that runs this script, where there is one. Throws with its last words when it fails. */
export async function npm(args, options = {}) {
  const own = process.env.npm_execpath
  const [program, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  const shell = program === 'npm' && process.platform === 'win32'
  const done = await runProgram(program, [...first, '--no-audit', '--no-fund', ...args], { shell, ...options })
  if (done.code === 0) return done.stdout
  const said = `${done.stdout}${done.stderr}`.trim().split('\n').slice(-15).join('\n')
  throw new Error(`npm ${args.join(' ')} failed:\n${said}`)
}

import { gatewayAccess } from '../../compose.ts'
import { UserError } from '../../errors/user-error.ts'
import { locationOf, resultsFolders } from '../../home/location.ts'
import { commandDefaults } from '../../options/command-defaults.ts'
import type { ModelOptions } from '../../options/run-options.ts'
import { settingsFrom } from '../../options/settings-from.ts'
import { withStore } from '../../store/with-store.ts'
import type { Io } from '../../terminal/io.ts'
import { oneLine } from '../../terminal/width.ts'

export interface GatewayActionOptions extends ModelOptions {
  readonly port?: number
  readonly host?: string
  readonly json?: boolean
}

/** `palimpsest gateway`: serves conversations until it is stopped, by Ctrl-C or a signal, in good order. */
export async function gatewayAction(options: GatewayActionOptions, io: Io): Promise<void> {
  const { port = commandDefaults.gatewayPort, host = commandDefaults.gatewayHost, workspace = process.cwd() } = options
  const { createLocalGateway } = await import('../../compose-gateway.ts')
  const { createTokenBook } = await gatewayAccess()
  await withStore({ ...options, create: true }, io, async (store) => {
    const isClosed = Boolean(io.env.PALIMPSEST_TOKEN) || (await createTokenBook(store.state).read()).isClosed
    if (!isClosed && !isThisMachine(host))
      throw new UserError(`--host ${host} can be reached from other machines`, {
        remedy:
          'Make a token that clients send, with "palimpsest gateway token add NAME" or as PALIMPSEST_TOKEN, or leave out --host.',
      })
    if (isWeakToken(io.env.PALIMPSEST_TOKEN))
      io.err(
        `PALIMPSEST_TOKEN has fewer than ${soundTokenChars} characters and can be guessed. Take a longer one: openssl rand -hex 24\n`,
      )
    const gateway = await createLocalGateway({
      store,
      location: locationOf(options, io),
      results: resultsFolders(options, io),
      env: io.env,
      workspace,
      settings: settingsFrom(options),
      tell: (text) => io.err(`${oneLine(text)}\n`),
    })
    const { url } = await gateway.start({ host, port }).catch((error: unknown) => {
      throw listenError(error, port)
    })
    io.out(options.json ? `${JSON.stringify({ url, pid: process.pid })}\n` : welcome(url, isClosed))
    await stopped(io.interrupted)
    io.err('Stopping: running turns may end first. Ctrl-C again stops at once.\n')
    await gateway.stop()
  })
}

const soundTokenChars = 16

function isWeakToken(token = ''): boolean {
  return token !== '' && token.length < soundTokenChars
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function welcome(url: string, isClosed: boolean): string {
  const authorization = isClosed ? ' -H "authorization: Bearer $PALIMPSEST_TOKEN"' : ''
  return [
    `Serving conversations at ${url}; Ctrl-C stops.`,
    `  curl -X POST '${url}/v1/conversations/demo/messages?wait=1' -H 'content-type: application/json'${authorization} -d '{"text":"Hello."}'`,
    `${url}/openapi.json describes the interface, /metrics what happens.`,
    '',
  ].join('\n')
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function listenError(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') return error
  const faults = { EADDRINUSE: 'is already in use', EACCES: 'may not be used', EADDRNOTAVAIL: 'is not at that address' }
  return new UserError(`--port: ${port} ${faults[code]}`, {
    remedy: 'Name another; 0 takes one that is free.',
    exitCode: 1,
  })
}

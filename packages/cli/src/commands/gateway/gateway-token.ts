import { gatewayAccess, type StoredTokens, type TokenRole } from '../../compose.ts'
import { nearest } from '../../errors/nearest.ts'
import { UserError } from '../../errors/user-error.ts'
import type { DatabaseOptions } from '../../home/location.ts'
import { withStore } from '../../store/with-store.ts'
import { coloursFor } from '../../terminal/colours.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { when } from '../../terminal/when.ts'
import { oneLine } from '../../terminal/width.ts'

export interface TokenOptions extends DatabaseOptions {
  readonly json?: boolean
}

export interface AddTokenOptions extends TokenOptions {
  readonly role?: TokenRole
  readonly perMinute?: number
}

/** `palimpsest gateway token add NAME`: makes a token, and tells its secret this once. */
export async function addToken(name: string, options: AddTokenOptions, io: Io): Promise<void> {
  const { role = 'write', perMinute } = options
  const { createTokenBook, isTokenName, tokenNameRule } = await gatewayAccess()
  if (!isTokenName(name))
    throw new UserError(`a token cannot be called "${oneLine(name)}"`, { remedy: `Use ${tokenNameRule}.` })
  await withStore({ ...options, create: true }, io, async ({ state }) => {
    const book = createTokenBook(state)
    const { isClosed } = await book.read()
    const limit = perMinute === undefined ? {} : { requestsPerMinute: perMinute }
    const secret = await book.add({ name, role, at: Date.now(), ...limit })
    if (secret === undefined)
      throw new UserError(`there is a token called ${name} already`, {
        remedy: `Choose another name, or remove it first: palimpsest gateway token remove ${name}`,
      })
    if (options.json) printJson({ name, role, ...limit, secret }, io)
    else io.out(`${secret}\n`)
    io.err(`This is the only time that it is shown; clients send it as "Authorization: Bearer …".\n`)
    if (!isClosed) io.err('From now on whoever uses the gateway over HTTP needs a token, also on this machine.\n')
  })
}

/** `palimpsest gateway token list`: whom the store lets in. */
export async function listTokens(options: TokenOptions, io: Io): Promise<void> {
  const { createTokenBook } = await gatewayAccess()
  const { tokens, isClosed } = await withStore(options, io, ({ state }) => createTokenBook(state).read())
  if (options.json) {
    printJson({ tokens: tokens.map(({ sha256, ...token }) => token), isTokenNeeded: isClosed }, io)
    return
  }
  if (tokens.length > 0) io.out(table(tokens, io))
  else if (isClosed) io.err(`There are no tokens any more. ${closedWords}\n`)
  else io.err('There are no tokens. Make one: palimpsest gateway token add NAME\n')
}

/** `palimpsest gateway token remove NAME`: lets somebody in no more. */
export async function removeToken(name: string, options: TokenOptions, io: Io): Promise<void> {
  const { createTokenBook } = await gatewayAccess()
  const left = await withStore(options, io, async ({ state }) => {
    const book = createTokenBook(state)
    if (!(await book.remove(name))) throw unknownToken(name, await book.read())
    return (await book.read()).tokens.length
  })
  if (options.json) printJson({ removed: name, left }, io)
  io.err(`Whoever has the token ${oneLine(name)} is refused within a few seconds.\n`)
  if (left === 0) io.err(`It was the last one. ${closedWords}\n`)
}

const closedWords =
  'Over HTTP only PALIMPSEST_TOKEN still lets somebody in. To serve this machine without one again: palimpsest gateway token open'

/** `palimpsest gateway token open`: serves this machine without a token again. */
export async function openWithoutToken(options: TokenOptions, io: Io): Promise<void> {
  const { createTokenBook } = await gatewayAccess()
  const isOpen = await withStore(options, io, ({ state }) => createTokenBook(state).open())
  if (!isOpen)
    throw new UserError('there are tokens, so one is needed', {
      remedy: 'Remove them first: palimpsest gateway token list',
    })
  if (options.json) printJson({ isTokenNeeded: false }, io)
  io.err('Programs on this machine need no token any more, unless PALIMPSEST_TOKEN is set.\n')
}

function unknownToken(name: string, { tokens }: StoredTokens): UserError {
  const meant = nearest(
    name,
    tokens.map((token) => token.name),
  )
  return new UserError(`there is no token called "${oneLine(name)}"`, {
    remedy: meant === undefined ? 'List them: palimpsest gateway token list' : `Did you mean ${meant}?`,
  })
}

const nameColumns = 40

function table(tokens: StoredTokens['tokens'], io: Io): string {
  const head = `${'name'.padEnd(nameColumns)}  role   per minute  made`
  const rows = tokens.map(({ name, role, requestsPerMinute, at }) => {
    const limit = requestsPerMinute === undefined ? '-' : String(requestsPerMinute)
    return `${name.padEnd(nameColumns)}  ${role.padEnd(5)}  ${limit.padStart(10)}  ${when(at)}`
  })
  return `${[coloursFor(io).bold(head), ...rows].join('\n')}\n`
}

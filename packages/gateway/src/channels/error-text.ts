/**
 * Says what went wrong, with everything that the error was caused by and without the given secrets: client libraries
 * put URLs into their errors, and the URL of a bot may hold its token.
 */
export function errorText(error: unknown, secrets: readonly (string | undefined)[]): string {
  const text = errorChain(error)
    .map((link) => (link instanceof Error ? link.message || link.name : String(link)))
    .filter((line, index, lines) => line !== '' && lines.indexOf(line) === index)
    .join(': ')
  return secrets.reduce<string>((safe, secret) => withoutSecret(safe, secret), text)
}

/** The error and what it was caused by, outermost first; `error` and `original` are how grammy and Slack name a cause. */
export function errorChain(error: unknown): readonly unknown[] {
  const links: unknown[] = []
  let link = error
  // Five links are more than any client library makes; the bound ends a chain that loops.
  while (link !== undefined && link !== null && links.length < 5) {
    links.push(link)
    link = causeOf(link)
  }
  return links
}

function causeOf(link: unknown): unknown {
  if (typeof link !== 'object' || link === null) return undefined
  if ('cause' in link && link.cause !== undefined) return link.cause
  if ('error' in link && link.error instanceof Error) return link.error
  return 'original' in link ? link.original : undefined
}

function withoutSecret(text: string, secret: string | undefined): string {
  if (secret === undefined || secret === '') return text
  return text.replaceAll(secret, '[secret]').replaceAll(encodeURIComponent(secret), '[secret]')
}

/** The headers that state whom a request is for, and which site caused it in a browser; names in lower case. */
export interface RequestOrigin {
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | undefined
}

const loopback = '(?:127\\.0\\.0\\.1|localhost|\\[::1\\])(?::\\d{1,5})?'
const loopbackHost = new RegExp(`^${loopback}$`, 'i')
const loopbackOrigin = new RegExp(`^https?://${loopback}$`, 'i')
/** A page elsewhere, as far as its browser says. */
const foreignSite = 'cross-site'
/** More of a header says nothing more. */
const shownChars = 100

/**
 * Why a server on loopback must not answer; `undefined` if it may. Listening on loopback keeps other machines out, but not
 * a page in a browser on this one: it can send requests there, or read the answers if its own name is made to lead there.
 */
export function refuseForeign(headers: RequestOrigin): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers
  if (!loopbackHost.test(host))
    return `Only this machine is served: ask for 127.0.0.1, localhost or [::1], not for host "${shown(host)}".`
  if (origin === undefined ? site.toLowerCase() === foreignSite : !loopbackOrigin.test(origin))
    return `Only this machine is served, not pages of "${shown(origin ?? site)}".`
  return undefined
}

function shown(header: string): string {
  return header.slice(0, shownChars)
}

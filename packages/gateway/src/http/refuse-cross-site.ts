import type { RequestOrigin } from '@palimpsest/core/http'

/**
 * Why a page in a browser must not be answered although it may know a token; `undefined` if it may, or if no page asks. A
 * browser that says which site asks is believed; where it does not, the page must be of the address that it asks for.
 */
export function refuseCrossSite({ host = '', origin, 'sec-fetch-site': site }: RequestOrigin): string | undefined {
  const isForeign =
    site === undefined ? origin !== undefined && !isOf(origin, host) : site.toLowerCase() === 'cross-site'
  return isForeign ? 'Pages of other sites are not served.' : undefined
}

function isOf(origin: string, host: string): boolean {
  return [`http://${host.toLowerCase()}`, `https://${host.toLowerCase()}`].includes(origin.toLowerCase())
}

import { isWordy } from './is-secret-value.ts'
import { looksRandom } from './looks-random.ts'

const runs = /[A-Za-z0-9]{20,}/
const crossed = /x{8,}|^x{3,}$|\.\.\.|…|\*\*\*/i

/** True if the text after a vendor's prefix is a token: one long run that is no name, or characters in no order. */
export function isTokenBody(secret: string): boolean {
  const body = secret.slice(Math.max(0, secret.search(/[-_.]/) + 1))
  if (crossed.test(body) || /^your|[-_]here$/i.test(body)) return false
  const run = runs.exec(body)?.[0]
  return (run !== undefined && !isWordy(run)) || looksRandom(body)
}

/** After a prefix that occurs nowhere else, a shorter body also counts. */
export function isRareBody(secret: string): boolean {
  const body = secret.slice(Math.max(0, secret.search(/[-_.]/) + 1))
  if (isTokenBody(secret)) return true
  return body.replace(/\D/g, '').length >= 2 && !isWordy(body) && !crossed.test(body)
}

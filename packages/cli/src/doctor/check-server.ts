import { oneLine } from '../terminal/width.ts'
import { type DoctorCheck, fail, ok, warn } from './doctor-check.ts'
import type { Probed } from './probe-server.ts'

export interface ServerQuestion {
  readonly name: string
  readonly model: string
  /** The variable that holds the key. */
  readonly variable: string
  /** True when an address was configured: then it may be wrong. */
  readonly isOwn: boolean
}

/** Checks that a server can be reached, accepts the key and has the model. */
export function checkServer(probed: Probed, { name, model, variable, isOwn }: ServerQuestion): DoctorCheck {
  const { url } = probed
  if (probed.kind === 'silent') return fail(name, `${url}: ${oneLine(probed.reason)}`, remedyFor(probed.reason, isOwn))
  const { status, ms, models } = probed
  const said = probed.said ? `: ${oneLine(probed.said)}` : ''
  if (status === 401 || status === 403)
    return fail(name, `${url} refuses the key (${status})${said}`, `Put a valid key into ${variable}.`)
  if (status >= 300 && status < 400)
    return warn(name, `${url} points elsewhere (${status})`, 'Set model.base_url to where the server really is.')
  if (status >= 500)
    return warn(
      name,
      `${url} has trouble (${status})${said}`,
      'Try again later; set model.fallback to go on meanwhile.',
    )
  if (models.length > 0 && !models.some((id) => isSame(id, model)))
    return warn(
      name,
      `${url} answers in ${ms} ms, but does not list ${oneLine(model)}`,
      `Check model.name. It has, for one: ${oneLine(models[0] ?? '')}`,
    )
  return ok(name, `${url} answers in ${ms} ms`)
}

function remedyFor(reason: string, isOwn: boolean): string {
  if (reason.includes('certificate'))
    return 'If it is the certificate of your company or your own, set NODE_EXTRA_CA_CERTS to the file of its authority.'
  return isOwn
    ? 'Check that the server runs, and model.base_url: palimpsest config get model.base_url'
    : 'Check the network, and whether a proxy or firewall stands between.'
}

/** Servers list dated names of models that can be asked for without a date. */
function isSame(listed: string, model: string): boolean {
  const [a, b] = [listed.toLowerCase(), model.toLowerCase()]
  return a === b || a.startsWith(`${b}-`) || a === `${b}:latest` || a.endsWith(`/${b}`)
}

import type { Simulator } from './create-simulator.ts'

/** What a provider answered, in the fields by which clients tell errors apart. */
export interface Verdict {
  readonly status: number
  readonly type?: string
  readonly param?: string | null
  readonly code?: string | null
  readonly message?: string
}

/** Posts a body as it is, so that what no client would send can be sent. */
export async function verdictOn(
  { url }: Simulator,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: sent })
  const text = await response.text()
  if (response.status === 200) return { status: 200 }
  const { error } = JSON.parse(text) as { readonly error: Omit<Verdict, 'status'> }
  return { status: response.status, ...error }
}

import { type Json, parseJson } from '@palimpsest/core/json'
import { unreachableReason } from './probe-server.ts'

/** Where to ask; the path of a platform may hold its key, and is never shown. */
export interface PlatformQuestion {
  readonly base: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** The answer of a platform. */
export type AskedPlatform =
  | { readonly kind: 'answered'; readonly base: string; readonly status: number; readonly body: Json | undefined }
  | { readonly kind: 'silent'; readonly base: string; readonly reason: string }

/** A person waits. */
const timeoutMs = 5_000

/** Asks a platform who its key belongs to. */
export async function askPlatform({ base: given, path, headers }: PlatformQuestion): Promise<AskedPlatform> {
  const address = URL.canParse(given) ? new URL(given) : undefined
  if (address === undefined || address.username !== '' || address.password !== '')
    return { kind: 'silent', base: 'its address', reason: 'it is not one that can be asked' }
  const base = given.replace(/(?<!\/)\/+$/, '')
  try {
    // A redirect is not followed: it could lead the key elsewhere.
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await fetch(`${base}${path}`, { headers, redirect: 'manual', signal })
    return { kind: 'answered', base, status: reply.status, body: parseJson(await reply.text()) }
  } catch (error) {
    return { kind: 'silent', base, reason: unreachableReason(error) }
  }
}

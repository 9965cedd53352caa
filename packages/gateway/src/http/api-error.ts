import type { JsonObject } from '@palimpsest/core/json'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What an API error says beside its status. */
export interface ApiErrorAbout {
  /** For programs, e.g. `not-found`. */
  readonly code: string
  /** For people, without secrets. */
  readonly message: string
  /** When to come back. */
  readonly retryInMs?: number
  /** Further fields of the body, beside `error`. */
  readonly fields?: JsonObject
}

/** A request that is not answered as it was asked. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode
  readonly about: ApiErrorAbout

  constructor(status: ContentfulStatusCode, about: ApiErrorAbout) {
    super(about.message)
    this.name = 'ApiError'
    this.status = status
    this.about = about
  }
}

/** The body of an error. */
export function apiErrorBody({ code, message, fields }: ApiErrorAbout): JsonObject {
  return { error: { code, message }, ...fields }
}

/** The headers of an error. */
export function errorHeaders({ retryInMs }: ApiErrorAbout): Readonly<Record<string, string>> {
  return retryInMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryInMs / 1_000))) }
}

import { isFailure } from '@palimpsest/core/errors'
import { HTTPException } from 'hono/http-exception'
import { ApiError } from './api-error.ts'

/** An unexpected error as others may see it: never with the words of something that may know secrets. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof HTTPException) return fromHono(error)
  if (isFailure(error, 'store/not-found'))
    return new ApiError(404, { code: 'not-found', message: `There is no such ${error.detail.what}.` })
  if (isFailure(error, 'store/invalid')) return new ApiError(409, { code: 'refused', message: error.message })
  if (isFailure(error, 'store/conflict') || isFailure(error, 'store/fenced'))
    return new ApiError(409, { code: 'conflict', message: 'Somebody else changed this meanwhile.', retryInMs: 1_000 })
  if (isFailure(error, 'store/unavailable'))
    return new ApiError(503, { code: 'unavailable', message: 'The store cannot serve now.', retryInMs: 5_000 })
  return new ApiError(500, { code: 'internal', message: 'Something went wrong here.' })
}

function fromHono({ status }: HTTPException): ApiError {
  if (status === 413) return tooLarge()
  return new ApiError(status, { code: status < 500 ? 'bad-request' : 'internal', message: 'The request is malformed.' })
}

/** The body is larger than is read. */
export function tooLarge(maxBytes?: number): ApiError {
  const limit = maxBytes === undefined ? '' : ` More than ${maxBytes} bytes are not read.`
  return new ApiError(413, { code: 'too-large', message: `The body is too large.${limit}` })
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { apiErrorBody } from './api-error.ts'
import type { HttpApp } from './http-env.ts'
import { securityHeaders } from './security-headers.ts'

/** Where a server listens. */
export interface ListenAt {
  /** @default 127.0.0.1 */
  readonly host?: string
  /** @default any that is free */
  readonly port?: number
}

/** A server that listens. */
export interface HttpServer {
  readonly url: string
  readonly port: number
  /** Takes no more connections, and ends those that are open when the time is up. */
  close(): Promise<void>
}

/** Clients that send their headers or body slower than this are cut off: they hold a connection and say nothing. */
const slowness = { headersTimeout: 5_000, requestTimeout: 30_000, keepAliveTimeout: 5_000, checkMs: 2_000 }
const maxHeadersCount = 64
const maxHeaderSize = 16 * 1024
const maxConnections = 10_000
const closeMs = 2_000

/** Starts the server of an app. */
export async function createHttpServer(app: HttpApp, { host = '127.0.0.1', port = 0 }: ListenAt): Promise<HttpServer> {
  const { headersTimeout, requestTimeout, keepAliveTimeout, checkMs } = slowness
  const timeouts = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval: checkMs }
  const listener = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    // What it does not take for a request: a host that is none, or none at all.
    errorHandler: () => Response.json(apiErrorBody(malformed), { status: 400, headers: securityHeaders }),
  })
  const server = createServer({ ...timeouts, maxHeaderSize, requireHostHeader: false }, (request, response) => {
    listener(request, response).catch(() => response.destroy())
  })
  server.maxHeadersCount = maxHeadersCount
  server.maxConnections = maxConnections
  server.on('clientError', refuseMalformed)
  server.on('checkExpectation', (_, response) => {
    response.writeHead(417, { ...securityHeaders, 'content-type': 'application/json' })
    response.end(JSON.stringify(apiErrorBody({ code: 'expectation', message: 'Only 100-continue can be expected.' })))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { url: `http://${name}:${address.port}`, port: address.port, close: () => close(server) }
}

const malformed = { code: 'malformed', message: 'The request is malformed.' }

/** What is no HTTP at all, or came too slowly, never reaches the app. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = isSlow
    ? '408 Request Timeout'
    : error.code === 'HPE_HEADER_OVERFLOW'
      ? tooLargeHeaders
      : '400 Bad Request'
  const about = isSlow ? { code: 'too-slow', message: 'The request came too slowly.' } : malformed
  const body = JSON.stringify(apiErrorBody(about))
  const headers = [`content-type: application/json`, `content-length: ${body.length}`, 'connection: close']
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

const tooLargeHeaders = '431 Request Header Fields Too Large'

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** A file at its platform. */
export interface FileRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes: number
}

/**
 * Fetches a file, and gives up as soon as it proves to be larger. Nothing is fetched from where a redirect leads: that
 * may be anywhere, or the page on which somebody should log in.
 */
export async function fetchBytes(request: FileRequest, signal: AbortSignal): Promise<Uint8Array> {
  const { url, headers = {}, maxBytes } = request
  const response = await fetch(url, { headers: { ...headers }, signal, redirect: 'error' })
  const declared = Number(response.headers.get('content-length') ?? 0)
  if (response.body === null || !response.ok || declared > maxBytes) {
    await response.body?.cancel()
    throw new Error(response.ok ? 'The file is too large, or empty.' : `The platform answered ${response.status}.`)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.byteLength
    if (length > maxBytes) throw new Error('The file is larger than it was said to be.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

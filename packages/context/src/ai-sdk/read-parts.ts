import type { WireReply } from '../wire/wire-body.ts'

interface StreamPart {
  readonly type?: string
  readonly id?: string
  readonly delta?: string
  readonly usage?: object
  readonly modelId?: string
  readonly providerMetadata?: object
}

/** They come in one piece. */
const wholeParts: ReadonlySet<string | undefined> = new Set(['tool-call', 'custom', 'file', 'reasoning-file'])

interface Growing {
  readonly type: 'text' | 'reasoning'
  text: string
  providerMetadata?: object
}

/** Hands on what a model streams, and tells what was said and counted when it ends. */
export function readParts<T>(tell: (said: WireReply) => Promise<void>): TransformStream<T, T> {
  const content: object[] = []
  const growing = new Map<string, Growing>()
  let ending: { readonly usage: object } | undefined
  let model: string | undefined
  const read = (part: StreamPart): void => {
    const { type, usage } = part
    if (type?.startsWith('text-') || type?.startsWith('reasoning-')) grow(content, growing, part)
    if (wholeParts.has(type)) content.push(part)
    if (type === 'response-metadata') model = part.modelId ?? model
    if (type === 'finish' && usage !== undefined) ending = { usage }
  }
  return new TransformStream({
    transform: (part, controller) => {
      controller.enqueue(part)
      read(part as StreamPart)
    },
    // The next request may come as soon as the stream has ended. What broke off has no end, and is not said.
    flush: () =>
      ending === undefined ? undefined : tell({ content, ...ending, ...(model !== undefined && { model }) }),
  })
}

/** The last metadata of a part is what a prompt repeats: a seal comes at its end. */
function grow(content: object[], growing: Map<string, Growing>, part: StreamPart): void {
  const type = part.type?.startsWith('text') ? 'text' : 'reasoning'
  const key = `${type} ${part.id}`
  let open = part.type?.endsWith('-start') ? undefined : growing.get(key)
  if (open === undefined) {
    open = { type, text: '' }
    growing.set(key, open)
    content.push(open)
  }
  open.text += part.delta ?? ''
  if (part.providerMetadata !== undefined) open.providerMetadata = part.providerMetadata
}

/** Messages that we wrote: a host that sends them again does not own the breakpoints on them. */
const ours = new WeakSet<object>()

/** Remembers a message that we wrote. */
export function rememberOurs(message: object): void {
  ours.add(message)
}

/** The message without the breakpoints that we set on it. Those of the host are on its own messages, and stay. */
export function withoutOurMarks<Message extends object>(message: Message): Message {
  if (!ours.has(message)) return message
  const { content } = message as { readonly content?: unknown }
  const bare = unmarked(message)
  return Array.isArray(content)
    ? {
        ...bare,
        content: content.map((part: unknown) => (typeof part === 'object' && part !== null ? unmarked(part) : part)),
      }
    : bare
}

function unmarked<T extends object>(value: T): T {
  const { providerOptions } = value as { readonly providerOptions?: Readonly<Record<string, object>> }
  if (providerOptions?.anthropic === undefined) return value
  const { anthropic, ...others } = providerOptions
  const { cacheControl: _, ...kept } = anthropic as { readonly cacheControl?: unknown }
  const options = { ...others, ...(Object.keys(kept).length > 0 && { anthropic: kept }) }
  const { providerOptions: __, ...bare } = value as T & { readonly providerOptions?: unknown }
  return (Object.keys(options).length > 0 ? { ...bare, providerOptions: options } : bare) as T
}

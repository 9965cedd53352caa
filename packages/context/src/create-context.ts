import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionStore } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { createMemoryStore } from '@palimpsest/stores/memory'
import type { Context } from './context.ts'
import { conversationHandle } from './conversation-handle.ts'
import { createContextFetch } from './fetch/context-fetch.ts'
import { conversationOf } from './fetch/conversation-of.ts'
import { afterAnswer } from './fetch/observe-response.ts'
import type { ContextOptions, WireRequest } from './options/context-options.ts'
import { openContextStore } from './options/open-context-store.ts'
import { type ContextEnvironment, readSettings } from './options/settings.ts'
import type { ContextParts } from './prepare/conversation-memory.ts'
import { createHostConversation, type HostConversation } from './prepare/host-conversation.ts'
import { thrownText } from './prepare/thrown-text.ts'
import { findSpans } from './telemetry/caller-span.ts'

/** Conversations that are remembered; others are read back from the store when they go on. */
const mostConversations = 100

/** Opens a context: full histories in, requests that fit out. The store is opened when it is first needed. */
export async function createContext(options: ContextOptions = {}): Promise<Context> {
  const env: ContextEnvironment = process.env
  const opened = openOnce(options, env)
  const parts: ContextParts = {
    settings: readSettings(options, env),
    counter: createCounter(),
    store: opened.store,
    anyStore: () => opened.store().catch(() => nowhere),
    now: Date.now,
    emit: (event) => {
      try {
        options.onEvent?.(event)
      } catch {
        // Whoever listens must not end a request.
      }
    },
    routes: {},
    limits: new Map(),
    findSpan: await findSpans(),
    isThreadTold: false,
  }
  const conversations = new Map<string, HostConversation>()
  const named = new AsyncLocalStorage<string>()
  const find = (id: string): HostConversation => {
    const known = conversations.get(id) ?? createHostConversation(parts, id)
    conversations.delete(id)
    conversations.set(id, known)
    for (const [other, { kept }] of conversations) {
      if (conversations.size <= mostConversations) break
      // What the store has not taken yet is only here.
      if (other !== id && kept.own.queue.isEmpty) conversations.delete(other)
    }
    return known
  }
  const identify = (request: WireRequest): string | undefined => {
    const current = () => named.getStore()
    try {
      return conversationOf(request, { current, identify: options.identify })
    } catch (error) {
      parts.emit({ kind: 'problem', at: 'fetch', message: thrownText(error) })
      return conversationOf(request, { current })
    }
  }
  const fetchOver = (send: typeof globalThis.fetch) => createContextFetch({ parts, find, identify, send })
  return {
    conversation: (id) => conversationHandle(parts, () => find(id)),
    run: (id, work) => named.run(id, work),
    identify,
    fetch: fetchOver((input, init) => globalThis.fetch(input, init)),
    fetchOver,
    close: async () => {
      for (const { kept, alone, heard } of conversations.values()) {
        await afterAnswer(heard)
        await alone(() => kept.own.queue.write())
      }
      conversations.clear()
      await opened.close()
    },
  }
}

/** For what may go without a store. */
const nowhere = createMemoryStore()

/** A store that cannot be opened is tried again after this time: each try starts a thread, or waits for a server. */
const reopenMs = 5_000

function openOnce(options: ContextOptions, env: ContextEnvironment) {
  let opening: ReturnType<typeof openContextStore> | undefined
  let failed: { readonly error: unknown; readonly at: number } | undefined
  const open = async () => {
    if (failed !== undefined && Date.now() - failed.at < reopenMs) throw failed.error
    opening ??= openContextStore(options, env)
    return opening.catch((error: unknown) => {
      opening = undefined
      failed = { error, at: Date.now() }
      throw error
    })
  }
  return {
    store: async (): Promise<SessionStore> => (await open()).store,
    close: async (): Promise<void> => {
      const done = await opening?.catch(() => undefined)
      opening = undefined
      if (done?.isOwn) await done.store.end()
    },
  }
}

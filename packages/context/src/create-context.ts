import { AsyncLocalStorage } from 'node:async_hooks'
import { redact } from '@palimpsest/core/redact'
import { createCounter } from '@palimpsest/core/tokens'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { uuidv7 } from 'uuidv7'
import type { Context } from './context.ts'
import { conversationHandle } from './conversation-handle.ts'
import { createContextFetch } from './fetch/context-fetch.ts'
import { conversationOf } from './fetch/conversation-of.ts'
import { afterAnswer } from './fetch/observe-response.ts'
import { checkContextOptions } from './options/check-context-options.ts'
import type { ContextEvent, ContextOptions, WireRequest } from './options/context-options.ts'
import { conversationName } from './options/conversation-name.ts'
import { openOnce } from './options/open-context-store.ts'
import { type ContextEnvironment, readSettings } from './options/settings.ts'
import type { ContextParts } from './prepare/conversation-memory.ts'
import { createHostConversation, type HostConversation } from './prepare/host-conversation.ts'
import { thrownText } from './prepare/thrown-text.ts'
import { findSpans } from './telemetry/caller-span.ts'

/** Conversations that are remembered; others are read back from the store when they go on. */
const mostConversations = 100

/** Opens a context: full histories in, requests that fit out. The store is opened when it is first needed. */
export async function createContext(given: ContextOptions = {}): Promise<Context> {
  const env: ContextEnvironment = process.env
  const { options, faults } = checkContextOptions(given, env)
  const opened = openOnce(options, env)
  const parts = await createParts(options, env, opened.store)
  for (const message of faults) parts.emit({ kind: 'problem', at: 'options', message: redact(message).text })
  const conversations = new Map<string, HostConversation>()
  const named = new AsyncLocalStorage<string | undefined>()
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
    conversation: (id) => {
      // A name that nobody shares is better than one that all share.
      const name = conversationName(id, parts.emit) ?? `unnamed-${uuidv7()}`
      return conversationHandle(parts, () => find(name))
    },
    run: async (id, work) => named.run(conversationName(id, parts.emit), work),
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

async function createParts(
  options: ContextOptions,
  env: ContextEnvironment,
  store: ContextParts['store'],
): Promise<ContextParts> {
  return {
    settings: readSettings(options, env),
    counter: createCounter(),
    store,
    anyStore: () => store().catch(() => nowhere),
    now: Date.now,
    emit: (event: ContextEvent) => {
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
}

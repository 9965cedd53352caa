import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Receipt } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { callId, type Message } from '@palimpsest/core/message'
import {
  type ConversationId,
  conversationId,
  type NewSession,
  type SessionId,
  type SessionStore,
  sessionId,
} from '@palimpsest/core/store'
import type { BilledUsage } from '@palimpsest/core/tokens'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { onTestFinished } from 'vitest'

/** A database in which conversations can be made up. */
export interface UsageDesk {
  readonly path: string
  readonly store: SessionStore
  begin(name: string, more?: Partial<NewSession>): Promise<SessionId>
  /** Says something at the end of a session. */
  say(session: SessionId, at: number, ...said: readonly Said[]): Promise<void>
  /** Compacts a session down to its last entry, with this receipt. */
  compact(session: SessionId, at: number, receipt: Partial<Receipt>): Promise<SessionId>
}

export interface Said {
  readonly message: Message
  readonly usage?: BilledUsage
}

export async function createUsageDesk(): Promise<UsageDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-usage-'))
  const path = join(folder, 'state.db')
  const store = await createSqliteStore({ path })
  onTestFinished(async () => {
    await store.end()
    rmSync(folder, { recursive: true })
  })
  let minted = 0
  const mint = () => entryId(`entry-${++minted}`)
  return {
    path,
    store,
    begin: async (name, more) => {
      const { id } = await store.begin({ id: sessionId(name), conversation: named(name), at: 1, ...more })
      return id
    },
    say: async (session, at, ...said) => {
      const { nextSeq } = await needed(store, session)
      const entries = said.map((each) => ({ id: mint(), ...each }))
      await store.append(session, nextSeq, entries, at)
    },
    compact: async (session, at, receipt) => {
      const { nextSeq } = await needed(store, session)
      const [last] = await store.view(session, { from: nextSeq - 1 })
      const continuation = sessionId(`${session}+`)
      await store.compact({
        session,
        basedOnSeq: nextSeq,
        continuation,
        view: last ? [{ kind: 'kept', id: last.id }] : [],
        at,
        receipt: JSON.parse(JSON.stringify(receipt)),
      })
      return continuation
    },
  }
}

async function needed(store: SessionStore, id: SessionId) {
  const session = await store.session(id)
  if (session === undefined) throw new Error(`no session ${id}`)
  return session
}

/** The conversation that the session of this name began. */
export function named(name: string): ConversationId {
  return conversationId(`conversation-${name}`)
}

export function question(text: string): Said {
  return { message: { role: 'user', parts: [{ type: 'text', text }] } }
}

export function answer(text: string, usage?: BilledUsage, model?: string): Said {
  const message = { role: 'assistant', parts: [{ type: 'text', text }], ...(model && { model }) } as const
  return { message, ...(usage && { usage }) }
}

export function toolUse(id: string, name: string, usage: BilledUsage): Said {
  const part = { type: 'tool-call', callId: callId(id), name, arguments: '{}' } as const
  return { message: { role: 'assistant', parts: [part] }, usage }
}

export function toolResult(id: string, text: string, isError = false): Said {
  const message = { role: 'tool', callId: callId(id), parts: [{ type: 'text', text }] } as const
  return { message: isError ? { ...message, isError: true } : message }
}

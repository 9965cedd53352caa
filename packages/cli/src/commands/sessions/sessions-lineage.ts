import type { Conversation, Session, SessionId, SessionStore } from '@palimpsest/core/store'
import type { DatabaseOptions } from '../../home/location.ts'
import { findConversation } from '../../store/find-conversation.ts'
import { withStore } from '../../store/with-store.ts'
import { cleanConversation, cleanSession } from '../../store/without-secrets.ts'
import { type Colours, coloursFor } from '../../terminal/colours.ts'
import type { Io } from '../../terminal/io.ts'
import { sessionKindWords } from '../../terminal/plain-words.ts'
import { printJson } from '../../terminal/print-json.ts'
import { clip } from '../../terminal/width.ts'
import { sessionLine } from './session-line.ts'

export interface LineageOptions extends DatabaseOptions {
  readonly json?: boolean
}

/** A chain of sessions, and the conversations that started from each. */
interface Chain {
  readonly conversation: Conversation
  readonly sessions: readonly { readonly session: Session; readonly children: readonly Chain[] }[]
}

/** `palimpsest sessions lineage ID`: the chain of a conversation, with its branches and sub-agents. */
export async function lineage(id: string, options: LineageOptions, io: Io): Promise<void> {
  const chain = await withStore(options, io, async (store) => {
    const { conversation, session } = await findConversation(store, id)
    return chainOf(store, { conversation, session: session?.id ?? conversation.tip }, new Set())
  })
  if (options.json) printJson(chain, io)
  else io.out(`${chainLines(chain, { colours: coloursFor(io), columns: io.columns }).join('\n')}\n`)
}

interface Start {
  readonly conversation: Conversation
  readonly session: SessionId
}

async function chainOf(store: SessionStore, start: Start, seen: Set<string>): Promise<Chain> {
  seen.add(start.conversation.id)
  const sessions = []
  for (const session of await store.lineage(start.session)) {
    const children: Chain[] = []
    for (const child of await store.children(session.id)) {
      const conversation = await store.conversation(child.conversation)
      if (conversation === undefined || seen.has(conversation.id)) continue
      children.push(await chainOf(store, { conversation, session: conversation.tip }, seen))
    }
    sessions.push({ session: cleanSession(session), children })
  }
  return { conversation: cleanConversation(start.conversation), sessions }
}

interface Look {
  readonly colours: Colours
  readonly columns: number
}

function chainLines({ conversation, sessions }: Chain, { colours, columns }: Look): readonly string[] {
  const first = sessions[0]?.session
  const origin =
    first?.parent === undefined ? '' : colours.dim(`  (${sessionKindWords[first.kind]} of ${first.parent})`)
  const name = clip(conversation.title ?? 'Untitled', Math.max(16, columns - conversation.id.length - 2))
  const title = `${colours.bold(name)}  ${conversation.id}${origin}`
  return [
    title,
    ...sessions.flatMap(({ session, children }, i) => {
      const isLast = i === sessions.length - 1
      const below = children.flatMap((child) =>
        chainLines(child, { colours, columns: columns - 7 }).map((line, j) => `${j === 0 ? '├ ' : '│ '}${line}`),
      )
      return [
        ...sessionLine(session, { colours, columns: columns - 3 })
          .split('\n')
          .map((line, j) => `${j > 0 ? (isLast ? '   ' : '│  ') : isLast ? '└─ ' : '├─ '}${line}`),
        ...below.map((line) => `${isLast ? ' ' : '│'}    ${line}`),
      ]
    }),
  ]
}

import { type Conversation, conversationId, type Session, type SessionStore, sessionId } from '@palimpsest/core/store'
import { UserError } from '../errors/user-error.ts'
import { said } from '../terminal/said.ts'
import { everyConversation } from './every-conversation.ts'
import { checkPrefix, onlyOne } from './id-prefix.ts'
import { listRemedy } from './store-error.ts'

/** The conversation an id names, and the session if the id was a session's. */
export interface FoundConversation {
  readonly conversation: Conversation
  readonly session?: Session
}

/** Finds a conversation by its id, by the id of one of its sessions, or by the beginning of either. */
export async function findConversation(store: SessionStore, text: string): Promise<FoundConversation> {
  const conversation = await store.conversation(conversationId(text))
  if (conversation !== undefined) return { conversation }
  const session = await store.session(sessionId(text))
  if (session !== undefined) return ofSession(store, session)
  checkPrefix(text)
  const all = await everyConversation(store)
  const known = onlyOne(
    text,
    all.filter(({ id }) => id.startsWith(text)),
  )
  if (known !== undefined) return { conversation: known }
  return findSession(store, text, all)
}

/** A session's conversation often starts in the same instant and so with the same characters: it goes first. */
async function findSession(
  store: SessionStore,
  text: string,
  all: readonly Conversation[],
): Promise<FoundConversation> {
  const matches: Session[] = []
  for (const { tip } of all) matches.push(...(await store.lineage(tip)).filter(({ id }) => id.startsWith(text)))
  const session = onlyOne(text, matches)
  if (session !== undefined) return ofSession(store, session)
  throw new UserError(`there is no conversation and no session "${text}"`, { remedy: newestOf(all) })
}

/** Newest first, as stores list them. */
const shownNewest = 3

function newestOf(all: readonly Conversation[]): string {
  if (all.length === 0) return 'There is none at all here: check --db, or fill it with "palimpsest sessions import".'
  const newest = all
    .slice(0, shownNewest)
    .map(({ id, title }) => `${id}${title === undefined ? '' : ` (${said(title, 40)})`}`)
  return `The newest here: ${newest.join(', ')}. ${listRemedy}`
}

async function ofSession(store: SessionStore, session: Session): Promise<FoundConversation> {
  const conversation = await store.conversation(session.conversation)
  if (conversation === undefined)
    throw new UserError(`session ${session.id} has lost its conversation`, {
      remedy: 'Run "palimpsest verify".',
      exitCode: 1,
    })
  return { conversation, session }
}

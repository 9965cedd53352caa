import { entryId, isId } from '@palimpsest/core/log'
import { addUsage, type ConversationId, type GatewayStore, type Usage } from '@palimpsest/core/store'
import { uuidv7 } from 'uuidv7'
import { addRoute } from './add-route.ts'
import { ApiError } from './api-error.ts'
import { errorAnswers, idParams, jsonAnswer, messagesQuery, pageQuery } from './api-schemas.ts'
import type { HttpApp, HttpContext, HttpDeps } from './http-env.ts'
import { conversationIn, readShape } from './read-request.ts'

/** Adds the routes that show conversations. */
export function addConversationRoutes(app: HttpApp, deps: HttpDeps): void {
  const { store, reader } = deps
  addRoute(app, listRoute, async (context) => {
    const page = readShape(context.req.query(), pageQuery)
    return context.json({ conversations: await store.conversations(page) })
  })
  show(app, '', 'One conversation.', (id) => found(store, id))
  show(app, '/view', 'What the model would see now, in the format of OpenAI Chat.', async (id) => {
    await found(store, id)
    return reader.view(id)
  })
  show(app, '/receipts', 'The receipts of its compactions, oldest first.', async (id) => {
    await found(store, id)
    return { receipts: (await store.receipts(id)).map(({ value }) => value) }
  })
  show(app, '/usage', 'All calls of its sessions together.', (id) => usageOf(store, id))
  show(app, '/messages', 'All that was said in it, page by page.', (id, context) => messagesOf(store, id, context))
  addRoute(app, deleteRoute, (context) => removeConversation(context, deps))
}

const listRoute = {
  method: 'get' as const,
  path: '/v1/conversations',
  role: 'read' as const,
  summary: 'Conversations, those with the newest activity first.',
  request: { query: pageQuery },
  responses: { 200: jsonAnswer('Conversations.'), ...errorAnswers },
}

const deleteRoute = {
  method: 'delete' as const,
  path: '/v1/conversations/{id}',
  role: 'admin' as const,
  summary: 'Deletes a conversation and all that hangs on it.',
  request: { params: idParams },
  responses: { 204: { description: 'It is gone.' }, ...errorAnswers },
}

function show(
  app: HttpApp,
  path: string,
  summary: string,
  read: (id: ConversationId, context: HttpContext) => Promise<unknown>,
): void {
  const route = {
    method: 'get' as const,
    path: `/v1/conversations/{id}${path}`,
    role: 'read' as const,
    summary,
    request: { params: idParams, ...(path === '/messages' && { query: messagesQuery }) },
    responses: { 200: jsonAnswer(summary), ...errorAnswers },
  }
  addRoute(app, route, async (context) => Response.json(await read(conversationIn(context), context)))
}

async function found(store: GatewayStore, id: ConversationId) {
  const conversation = await store.conversation(id)
  if (conversation !== undefined) return conversation
  throw new ApiError(404, { code: 'not-found', message: 'There is no such conversation.' })
}

async function usageOf(store: GatewayStore, id: ConversationId): Promise<unknown> {
  const { tip } = await found(store, id)
  const sessions = await store.lineage(tip)
  const usage = sessions.reduce<Usage>((sum, session) => addUsage(sum, session.usage), {})
  return { usage, sessions: sessions.map((session) => ({ session: session.id, usage: session.usage })) }
}

async function messagesOf(store: GatewayStore, id: ConversationId, context: HttpContext): Promise<unknown> {
  const { after, limit } = readShape(context.req.query(), messagesQuery)
  await found(store, id)
  const from = after === undefined ? 0 : (await indexOf(store, id, after)) + 1
  const messages = await store.originals(id, { from, limit })
  const next = messages.length < limit ? undefined : messages.at(-1)?.id
  return { messages: messages.map(({ conversation, ...message }) => message), ...(next && { next }) }
}

/** A message is named by its id, or by its place in the conversation. */
async function indexOf(store: GatewayStore, id: ConversationId, after: string): Promise<number> {
  if (/^\d{1,9}$/.test(after)) return Number(after)
  const message = isId(after) ? await store.message(entryId(after)) : undefined
  if (message?.conversation === id && message.index !== undefined) return message.index
  throw new ApiError(404, { code: 'not-found', message: 'The conversation has no such message.' })
}

/** Whoever deletes holds the lane: no turn writes into what goes. */
async function removeConversation(context: HttpContext, deps: HttpDeps): Promise<Response> {
  const { store, holder, audit } = deps
  const conversation = conversationIn(context)
  await found(store, conversation)
  const lane = await store.inbox.take(conversation, `${holder}:delete`, deleteTtlMs)
  if (lane === undefined) {
    const message = 'The conversation is being worked on.'
    throw new ApiError(409, { code: 'busy', message, retryInMs: 1_000 })
  }
  try {
    await audit(uuidv7(), { by: context.get('caller').name, action: 'delete', conversation })
    await store.remove(conversation)
  } finally {
    await store.inbox.yield(lane)
  }
  return context.body(null, 204)
}

const deleteTtlMs = 30_000

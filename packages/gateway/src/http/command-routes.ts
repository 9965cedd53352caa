import { z } from '@hono/zod-openapi'
import { webChannel } from '../channels/web-channel.ts'
import { addRoute } from './add-route.ts'
import { ApiError } from './api-error.ts'
import { blocksSchema, commandSchema, errorAnswers, idParams, jsonAnswer } from './api-schemas.ts'
import type { HttpApp, HttpDeps } from './http-env.ts'
import { putArrival } from './put-arrival.ts'
import { conversationIn, readJsonBody } from './read-request.ts'
import { waitForEnding } from './wait-for-ending.ts'

/** Adds the route that runs slash commands, each in its turn among the messages of the conversation. */
export function addCommandRoutes(app: HttpApp, deps: HttpDeps): void {
  const route = {
    method: 'post' as const,
    path: '/v1/conversations/{id}/commands',
    role: 'write' as const,
    summary: 'Runs a slash command after all that was said before it.',
    request: {
      params: idParams,
      headers: z.object({ 'idempotency-key': z.string().optional() }),
      body: { required: true, content: { 'application/json': { schema: commandSchema } } },
    },
    responses: { 200: jsonAnswer('What the command has to say.', blocksSchema), ...errorAnswers },
  }
  addRoute(app, route, async (context) => {
    const conversation = conversationIn(context)
    const { command } = await readJsonBody(context, commandSchema, deps.limits.maxBodyBytes)
    const body = { kind: 'command' as const, channel: webChannel, by: context.get('caller').name, text: command }
    const put = await putArrival(context, deps, { conversation, body, isAwaited: true })
    const ending = await waitForEnding(context, deps, conversation, put)
    if (ending.kind === 'blocks') return context.json({ blocks: ending.blocks })
    const message = ending.kind === 'failed' ? ending.text : 'This key named a message, not a command.'
    throw new ApiError(ending.kind === 'failed' ? 500 : 409, { code: ending.kind, message })
  })
}

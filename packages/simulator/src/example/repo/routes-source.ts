import type { Subject } from './subject.ts'
import { snake, upper } from './subject.ts'

/** The file that serves a subject over HTTP. It forgets that what is asked for may not exist. */
export function routesSource(subject: Subject): string {
  const type = upper(subject.one)
  const name = snake(subject.one).replaceAll('_', '-')
  const path = snake(subject.many).replaceAll('_', '-')
  return `import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { z } from 'zod'
import { log } from '../lib/log.ts'
import { problem } from '../lib/problem.ts'
import { create${type}, move${type}, ${subject.one}Statuses } from './${name}.ts'
import { find${type}, insert${type}, list${upper(subject.many)}, update${type}Status } from './${name}-store.ts'

const draftSchema = z.object({
${subject.fields.map(({ name: field, type: kind }) => `  ${field}: z.${kind}(),`).join('\n')}
})
const pageSchema = z.object({ page: z.coerce.number().int().min(1).default(1), size: z.coerce.number().max(200).default(50) })
const moveSchema = z.object({ to: z.enum(${subject.one}Statuses) })

export function ${subject.one}Routes(app: FastifyInstance, pool: Pool, now: () => string): void {
  app.get('/${path}', async (request) => {
    const { page, size } = pageSchema.parse(request.query)
    return { ${subject.many}: await list${upper(subject.many)}(pool, page, size), page, size }
  })

  app.get<{ Params: { id: string } }>('/${path}/:id', async (request) => {
    const ${subject.one} = await find${type}(pool, request.params.id)
    return { ...${subject.one}, links: { self: '/${path}/' + ${subject.one}.id } }
  })

  app.post('/${path}', async (request, reply) => {
    const ${subject.one} = create${type}(draftSchema.parse(request.body), now())
    await insert${type}(pool, ${subject.one})
    log.info({ id: ${subject.one}.id }, '${subject.one} created')
    return reply.code(201).send(${subject.one})
  })

  app.post<{ Params: { id: string } }>('/${path}/:id/move', async (request) => {
    const { to } = moveSchema.parse(request.body)
    const found = await find${type}(pool, request.params.id)
    if (found === undefined) throw problem(404, 'no ${subject.one} ' + request.params.id)
    const moved = move${type}(found, to)
    if (!(await update${type}Status(pool, moved))) log.error({ id: moved.id }, '${subject.one} was not updated')
    return moved
  })
}
`
}

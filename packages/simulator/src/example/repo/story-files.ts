type File = readonly [path: string, text: string]

/** The files that the stories are about; their mistakes are part of the plot. */
export const storyFiles: readonly File[] = [
  [
    'src/refunds/refund-amount.ts',
    `/** What a passenger gets back for a cancellation, by hours left before departure. */
export const refundPolicy = [
  { hoursBefore: 72, share: 0.85 },
  { hoursBefore: 24, share: 0.57 },
  { hoursBefore: 4, share: 0.29 },
] as const

export function shareFor(hoursLeft: number): number {
  return refundPolicy.find(({ hoursBefore }) => hoursLeft >= hoursBefore)?.share ?? 0
}

/** The refund in cents, rounded down as the terms of carriage say. */
export function refundAmount(paidCents: number, hoursLeft: number): number {
  return Math.floor(paidCents * shareFor(hoursLeft))
}
`,
  ],
  [
    'src/refunds/refund-amount.test.ts',
    `import { expect, test } from 'vitest'
import { refundAmount, shareFor } from './refund-amount.ts'

test('gives most of the fare back three days ahead', () => {
  expect(shareFor(80)).toBe(0.85)
  expect(refundAmount(20000, 80)).toBe(17000)
})

test('gives nothing back in the last four hours', () => {
  expect(refundAmount(20000, 1)).toBe(0)
})
`,
  ],
  [
    'src/payments/webhook.ts',
    `import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { config } from '../config.ts'
import { log } from '../lib/log.ts'
import { problem } from '../lib/problem.ts'

export function sign(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('hex')
}

export function isGenuine(payload: string, signature: string, secret: string): boolean {
  const expected = Buffer.from(sign(payload, secret))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

export function webhookRoutes(app: FastifyInstance): void {
  app.post('/webhooks/payments', async (request) => {
    const signature = String(request.headers['x-signature'] ?? '')
    if (!isGenuine(JSON.stringify(request.body), signature, config.webhookSecret)) {
      log.warn({ requestId: request.id }, 'webhook with a bad signature')
      throw problem(401, 'bad signature')
    }
    return { received: true }
  })
}
`,
  ],
  [
    'src/payments/webhook.test.ts',
    `import { expect, test } from 'vitest'
import { isGenuine, sign } from './webhook.ts'

test('accepts a payload that was signed with the shared secret', () => {
  expect(isGenuine('{"a":1}', sign('{"a":1}', 'secret'), 'secret')).toBe(true)
})

test('refuses a payload that was changed on the way', () => {
  expect(isGenuine('{"a":2}', sign('{"a":1}', 'secret'), 'secret')).toBe(false)
})
`,
  ],
  [
    'src/lib/testing-app.ts',
    `import Fastify from 'fastify'
import { webhookRoutes } from '../payments/webhook.ts'

/** Posts a body, byte for byte, to an app that has only the webhook. */
export async function post(body: string, signature: string) {
  const app = Fastify()
  webhookRoutes(app)
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  return app.inject({ method: 'POST', url: '/webhooks/payments', headers, payload: body })
}
`,
  ],
  [
    'src/fares/fare-table.ts',
    `import type { Pool } from 'pg'
import { rowTo } from '../lib/rows.ts'
import type { Fare } from './fare.ts'

const kinds = ['adult', 'child', 'senior', 'crew'] as const

/** The price list of a crossing, as the booking page shows it. */
export async function fareTable(pool: Pool, crossing: string, season: string): Promise<readonly Fare[]> {
  const table: Fare[] = []
  for (const kind of kinds) {
    const { rows } = await pool.query(
      'SELECT * FROM fares WHERE crossing = $1 AND season = $2 AND kind = $3 AND status = $4',
      [crossing, season, kind, 'published'],
    )
    table.push(...rows.map((row) => rowTo<Fare>(row)))
  }
  return table
}
`,
  ],
  [
    'src/fares/fare-table.test.ts',
    `import { beforeEach, expect, test } from 'vitest'
import { freshPool } from '../lib/testing.ts'
import { fareTable } from './fare-table.ts'

let pool: Awaited<ReturnType<typeof freshPool>>

beforeEach(async () => {
  pool = await freshPool('fares')
})

test('an unknown crossing has no fares', async () => {
  expect(await fareTable(pool, 'XXX-YYY', 'low')).toEqual([])
})
`,
  ],
  [
    'src/bookings/confirmation-mail.ts',
    `import type { Sailing } from '../sailings/sailing.ts'
import type { Booking } from './booking.ts'

const subjects = { en: 'Your ferry booking', ja: 'ご予約の確認', ko: '예약 확인', zh: '预订确认' } as const
export type Locale = keyof typeof subjects

/** The mail that a passenger gets after paying. */
export function confirmationMail(booking: Booking, sailing: Sailing, locale: Locale) {
  return {
    to: booking.contactEmail,
    subject: subjects[locale] + ' ' + booking.id,
    text: sailing.from + ' → ' + sailing.to + '\\n' + departure(sailing.departsAt),
  }
}

function departure(departsAt: string): string {
  return departsAt.slice(0, 16).replace('T', ' ')
}
`,
  ],
  [
    'src/manifests/manifest-export.ts',
    `import type { Passenger } from '../passengers/passenger.ts'
import type { Manifest } from './manifest.ts'

/** The file that the coast guard reads: one line per person, sorted by name. */
export function exportManifest(manifest: Manifest, passengers: readonly Passenger[]): string {
  const lines = [...passengers].sort((a, b) => a.fullName.localeCompare(b.fullName)).map(line)
  return ['MANIFEST ' + manifest.sailingId + ' ' + lines.length, ...lines].join('\\r\\n')
}

function line(passenger: Passenger): string {
  return [passenger.fullName.toUpperCase(), passenger.kind, String(passenger.age)].join(';')
}
`,
  ],
  [
    'src/manifests/manifest-export.test.ts',
    `import { expect, test } from 'vitest'
import { exportManifest } from './manifest-export.ts'
import { manifest, people } from './manifest-fixtures.ts'

test('sorts people by name in the same way on every machine', () => {
  const names = exportManifest(manifest, people).split('\\r\\n').slice(1)
  expect(names).toEqual(['ANDERSEN;adult;41', 'ZIMMER;adult;28', 'ÅBERG;child;9'])
})
`,
  ],
  [
    'src/manifests/manifest-fixtures.ts',
    `import type { Passenger } from '../passengers/passenger.ts'
import { createManifest } from './manifest.ts'

const now = '2026-03-02T09:00:00Z'

export const manifest = createManifest({ sailingId: 'sai_8f21', master: 'J. Halvorsen', isSigned: true, headcount: 3 }, now)

export const people: readonly Passenger[] = [
  { id: 'pas_1', bookingId: 'boo_1', fullName: 'Zimmer', kind: 'adult', age: 28, status: 'aboard', createdAt: now },
  { id: 'pas_2', bookingId: 'boo_1', fullName: 'Åberg', kind: 'child', age: 9, status: 'aboard', createdAt: now },
  { id: 'pas_3', bookingId: 'boo_2', fullName: 'Andersen', kind: 'adult', age: 41, status: 'aboard', createdAt: now },
]
`,
  ],
  [
    'web/boarding-board.css',
    `.board { display: grid; gap: 0.5rem; }
.board .row { display: flex; align-items: center; }
.board .row .gate { width: 7.5rem; }
.board .row .bar { flex: 1 1 auto; width: max-content; }
.board .row .bar.is-late { background: var(--red); }
`,
  ],
]

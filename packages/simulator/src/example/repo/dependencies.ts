/** A package that the service uses: what it has now and what the registry offers. */
export interface Dependency {
  readonly name: string
  readonly has: string
  readonly offers: string
  /** The part of its release notes that matters here. */
  readonly news: string
}

/** The direct dependencies of the invented service. Versions are invented, too. */
export const dependencies: readonly Dependency[] = [
  { name: 'fastify', has: '5.2.1', offers: '5.6.0', news: 'reply.send rejects undefined in strict mode' },
  { name: 'pg', has: '8.13.1', offers: '8.16.3', news: 'idle clients are released on connection errors' },
  { name: 'zod', has: '3.24.1', offers: '3.25.8', news: 'coerce.number no longer accepts an empty string' },
  { name: 'pino', has: '9.6.0', offers: '9.9.2', news: 'redact paths may contain wildcards in arrays' },
  { name: 'undici', has: '7.2.0', offers: '7.15.0', news: 'the default headers timeout went from 300 s to 60 s' },
  { name: 'nanoid', has: '5.0.9', offers: '5.1.5', news: 'drops the deprecated async entry point' },
  { name: 'nodemailer', has: '6.9.16', offers: '7.0.6', news: 'SES transport is now a package of its own' },
  { name: 'handlebars', has: '4.7.7', offers: '4.7.8', news: 'prototype access is off for compiled templates' },
  { name: 'luxon', has: '3.5.0', offers: '3.7.1', news: 'the zone cache is keyed by canonical name' },
  { name: 'csv-stringify', has: '6.5.2', offers: '6.6.0', news: 'quotes a field that begins with a space' },
  { name: 'prom-client', has: '15.1.3', offers: '15.2.0', news: 'histograms may use native buckets' },
  { name: 'p-queue', has: '8.0.1', offers: '8.1.0', news: 'onSizeLessThan resolves in order' },
  { name: 'pdfkit', has: '0.15.2', offers: '0.17.1', news: 'embeds CJK fonts as subsets' },
  { name: 'sharp', has: '0.33.5', offers: '0.34.3', news: 'prebuilt binaries for musl on arm64' },
  { name: 'vitest', has: '3.0.5', offers: '3.2.4', news: 'workspace is deprecated in favour of projects' },
  { name: 'typescript', has: '5.7.3', offers: '5.9.2', news: 'stricter checks of returns in conditional expressions' },
  { name: 'eslint', has: '9.18.0', offers: '9.35.0', news: 'flat config may extend by name' },
  { name: 'tsx', has: '4.19.2', offers: '4.20.5', news: 'respects customConditions of tsconfig' },
  { name: 'testcontainers', has: '10.16.0', offers: '11.5.1', news: 'waits for the mapped port by default' },
  { name: 'autocannon', has: '8.0.0', offers: '8.1.0', news: 'prints p97.5 next to p99' },
]

// @ts-check
// Plans the cache breakpoints of three Anthropic requests of one conversation, and shows where they are.
// Run it, after one "npm run build", with: node examples/04-plan-cache-breakpoints.mjs
import { planCache } from '@palimpsest/core'
import { codecs } from '@palimpsest/core/wire'
import { sampleRequest } from './sample.mjs'

/** @type {import('@palimpsest/core').CacheMemory | undefined} */
let memory

for (const steps of [2, 3, 5]) {
  const transcript = codecs.anthropic.decode(sampleRequest(steps))
  const planned = planCache(transcript, { startMs: Date.now() }, { memory })
  // The memory is plain data. The next call of the same conversation finds by it where this one ended.
  memory = planned.memory

  const { value: body } = codecs.anthropic.encode({ ...transcript, ...planned.request })
  // Here you would send the body.
  console.log(`A request after ${steps} steps has breakpoints on`)
  for (const place of marksIn(body)) console.log(`  ${place}`)
}

/**
 * The paths of all `cache_control` in a body.
 * @param {unknown} value @param {string} [path] @returns {readonly string[]}
 */
function marksIn(value, path = '') {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'cache_control' ? [`${path} (${inner.ttl ?? '5m'})`] : marksIn(inner, path === '' ? key : `${path}.${key}`),
  )
}

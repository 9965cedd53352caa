import { expect, test } from 'vitest'
import { refuseForeign } from './refuse-foreign.ts'

const here = '127.0.0.1:8080'

test.each(['127.0.0.1', here, 'localhost', 'localhost:1', 'LocalHost:65535', '[::1]', '[::1]:8080'])(
  'whoever asks for %s is served',
  (host) => {
    expect(refuseForeign({ host })).toBeUndefined()
  },
)

test.each([
  'rebound.example',
  'rebound.example:8080',
  '127.0.0.1.example',
  'localhost.example:8080',
  'example@localhost',
  'localhost:',
  '0.0.0.0:8080',
  '192.168.0.7',
  '::1',
  '',
  undefined,
])('whoever asks for host %s is not: the name was made to lead here', (host) => {
  expect(refuseForeign({ host })).toContain(`host "${host ?? ''}"`)
})

test.each([
  [{ origin: 'http://localhost:3000' }],
  [{ origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'https://[::1]' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'same-site' }],
])('a page of this machine is served: %j', (headers) => {
  expect(refuseForeign({ host: here, ...headers })).toBeUndefined()
})

test.each([
  [{ origin: 'https://example.com' }],
  [{ origin: 'http://localhost.example' }],
  [{ origin: 'http://localhost:3000, https://example.com' }],
  [{ origin: 'null' }],
  [{ origin: '' }],
  [{ origin: 'https://example.com', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'Cross-Site' }],
])('a page of elsewhere is not: %j', (headers) => {
  expect(refuseForeign({ host: here, ...headers })).toContain('not pages of')
})

test('a long header is not repeated whole', () => {
  expect(refuseForeign({ host: 'a'.repeat(10_000) })?.length).toBeLessThan(250)
})

import { expect, test } from 'vitest'
import { checkServer } from './check-server.ts'

test('a certificate that cannot be trusted comes with its own remedy', () => {
  const reason = 'its certificate cannot be trusted (SELF_SIGNED_CERT_IN_CHAIN)'
  const question = { name: 'server', model: 'mine', variable: 'KEY', isOwn: true }
  expect(checkServer({ kind: 'silent', url: 'https://example.com/models', reason }, question)).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('SELF_SIGNED_CERT_IN_CHAIN'),
    remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  })
})

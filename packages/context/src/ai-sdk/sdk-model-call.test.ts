import { expect, test } from 'vitest'
import { takeName } from './sdk-model-call.ts'

test.each([
  ['chat-42', 'chat-42'],
  [7, '7'],
  ['', undefined],
  [null, undefined],
  [{}, undefined],
])('the name %j of a call is %j, and the provider does not see it', (conversation, name) => {
  const call = { prompt: [], providerOptions: { palimpsest: { conversation } } }
  expect(takeName(call)).toEqual({ call: { prompt: [], providerOptions: undefined }, name })
})

import {
  checkAiSdk,
  checkAnthropic,
  checkOpenAiChat,
  checkOpenAiResponses,
  crossingFaults,
} from '@palimpsest/core/testing'
import { codecs } from '@palimpsest/core/wire'
import { expect, test } from 'vitest'
import { exampleSession } from './example-session.ts'

const oracles = [
  ['anthropic', checkAnthropic],
  ['openai-chat', checkOpenAiChat],
  ['openai-responses', checkOpenAiResponses],
  ['ai-sdk', checkAiSdk],
] as const

test.each(oracles)('every request made from the session is one that %s would take', (format, check) => {
  const session = exampleSession()
  expect(check(codecs[format].encode(session).value)).toEqual([])
  expect(crossingFaults(session, codecs[format])).toEqual([])
})

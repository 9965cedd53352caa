import { expect, test } from 'vitest'
import { SetupError } from '../errors/setup-error.ts'
import { UserError } from '../errors/user-error.ts'
import { withSetupOffer } from './setup-offer.ts'

const keyNames = { anthropic: 'A_KEY', openai: 'O_KEY', openrouter: 'R_KEY' }
const remedyOf = (error: unknown, env = {}) => {
  const told = withSetupOffer(error, env)
  return told instanceof UserError ? told.remedy : undefined
}

test('without a key the variable is named, and what works without one', () => {
  const error = new SetupError({ kind: 'no-key', provider: 'openai', variable: 'O_KEY' })
  expect(remedyOf(error)).toMatch(/O_KEY.*--simulate/s)
  expect(withSetupOffer(error, {})).toMatchObject({ message: 'there is no key for openai', exitCode: 1 })
})

test('without a model those are offered that there is a key for, and all where there is none', () => {
  const error = new SetupError({ kind: 'no-model', keyNames })
  expect(remedyOf(error)).toMatch(/A_KEY, O_KEY or R_KEY.*claude-sonnet-5.*--model gpt-4.1.*--simulate/s)
  const known = remedyOf(error, { O_KEY: 'x' })
  expect(known).toContain('--model gpt-4.1')
  expect(known).not.toMatch(/claude|--simulate|_KEY/)
})

test('an error that only sounds like it is left alone', () => {
  const error = new UserError('no model is named in line 3, and there is no key for it')
  expect(withSetupOffer(error, {})).toBe(error)
})

import { expect, test } from 'vitest'
import { createHomeDesk } from '../../doctor/home-desk.arbitrary.ts'

test('a gateway whose engine is not there says so instead of starting', async () => {
  const desk = createHomeDesk()
  await desk.run(['config', 'set', 'context.engine', 'lcmm'])
  const start = ['gateway', '--port', '0', '--model', 'claude-sonnet-5']
  const { code, out, err } = await desk.run(start, { ANTHROPIC_API_KEY: 'none' })
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/there is no engine "lcmm"[\s\S]*Did you mean lcm\?/)
})

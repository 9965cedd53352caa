import { stripVTControlCharacters } from 'node:util'
import pc from 'picocolors'
import { expect, test } from 'vitest'
import type { Runtime } from '../runtime/runtime.ts'
import { goodbye } from './goodbye.ts'
import { greeting } from './greeting.ts'

const look = { colours: pc.createColors(true), columns: 60 }
const usage = { input: 10_000, output: 857, cacheRead: 31_543, cacheWrite: 10_959 }
const runtime = { status: () => ({ usage, compactions: 0 }), conversation: 'a' } as Pick<
  Runtime,
  'status' | 'conversation'
>

test.each([
  ['first', greeting({ version: '1', workspace: '/w', isTour: false }, look)],
  ['last', goodbye({ runtime, turns: 5, isTour: true }, look)],
])('the %s words of a chat end their rows between words where the terminal is narrow', (_, text) => {
  const rows = stripVTControlCharacters(text).split('\n')
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(60)
})

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { createMemory } from '../memory/memory.ts'
import { createSessionMemory } from '../session-memory.ts'
import { countingSteps, createAgentDesk, ways } from './agent-desk.arbitrary.ts'

test('a memory that cannot be read any more costs neither the summary nor the turn, and is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-memory-'))
  const [anthropic] = ways
  const { turn, lineage, notices } = await createAgentDesk(anthropic, {
    simulator: { model: scripted([...countingSteps(20), 'All done.']) },
    change: ({ toolContext }) => ({ memory: createSessionMemory(createMemory(folder), toolContext.workspace, []) }),
  })
  mkdirSync(join(folder, 'MEMORY.md'))
  expect(await turn('Count far.')).toEqual({ kind: 'answered', text: 'All done.' })
  const [first, ...later] = await lineage()
  expect(later.length).toBeGreaterThan(0)
  for (const { system } of later) expect(system).toBe(first?.system)
  expect(notices().join('\n')).toContain('Memory could not be read')
  rmSync(folder, { recursive: true })
})

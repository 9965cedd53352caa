import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CandidateTool, chooseTools, type ToolSituation } from './choose-tools.ts'

const tool = (name: string, tokens = 400, group = 'jira'): CandidateTool => ({ name, group, tokens })
const own: CandidateTool = { name: 'terminal', tokens: 300 }
const fifty = Array.from({ length: 50 }, (_, n) => tool(`jira_${n}`))
const situation = (more: Partial<ToolSituation> = {}): ToolSituation => ({
  tools: [own, ...fifty],
  used: new Set(),
  pins: [],
  ...more,
})
const names = fc.constantFrom(...fifty.map(({ name }) => name))
const situations: fc.Arbitrary<ToolSituation> = fc.record({
  tools: fc.constant([own, ...fifty]),
  used: fc.array(names).map((used) => new Set(used)),
  pins: fc.array(names, { maxLength: 4 }),
  previous: fc.record({ leftOut: fc.uniqueArray(names), unused: fc.dictionary(names, fc.integer({ min: 1, max: 3 })) }),
})

test('leaves out what was never used, and nothing of the agent itself', () => {
  const chosen = chooseTools(situation({ used: new Set(['jira_3', 'jira_7']) }))
  expect(chosen?.leftOut).toEqual(fifty.map(({ name }) => name).filter((name) => !['jira_3', 'jira_7'].includes(name)))
})

test('leaves out nothing while all schemas together are small', () => {
  const tools = [own, ...fifty.slice(0, 24)]
  expect(chooseTools(situation({ tools }))).toBeUndefined()
  expect(chooseTools(situation({ tools }), { findAboveTokens: 9_900 })?.leftOut).toHaveLength(24)
})

test('lets a tool that was used rest for two compactions before it goes', () => {
  let previous = chooseTools(situation({ used: new Set(['jira_3']) }))
  const isShown: boolean[] = []
  for (let n = 0; n < 3; n++) {
    previous = chooseTools(
      situation({ tools: [own, ...fifty.map((each) => ({ ...each, tokens: 1_000 }))], ...(previous && { previous }) }),
    )
    isShown.push(!previous?.leftOut.includes('jira_3'))
  }
  expect(isShown).toEqual([true, true, false])
})

test('keeps the list as it is where little would be saved: a change costs the cached prefix', () => {
  const previous = { leftOut: fifty.slice(1).map(({ name }) => name), unused: { jira_0: 2 } }
  expect(chooseTools(situation({ previous }))?.leftOut).toEqual(previous.leftOut)
})

test('pins tools by name, by pattern and by group', () => {
  const tools = [own, ...fifty, ...Array.from({ length: 30 }, (_, n) => tool(`hub_${n}`, 400, 'github'))]
  const shown = (pins: readonly string[]) => {
    const leftOut = new Set(chooseTools(situation({ tools, pins }))?.leftOut)
    return tools.flatMap(({ name }) => (leftOut.has(name) ? [] : [name]))
  }
  expect(shown(['jira_4'])).toEqual(['terminal', 'jira_4'])
  expect(shown(['jira_*4', '*_2*9'])).toEqual([
    'terminal',
    'jira_4',
    'jira_14',
    'jira_24',
    'jira_29',
    'jira_34',
    'jira_44',
    'hub_29',
  ])
  expect(shown(['github'])).toHaveLength(31)
})

test('law: the same situation has the same choice, with what is used and pinned always in it', () => {
  fc.assert(
    fc.property(situations, (given) => {
      const chosen = chooseTools(given)
      expect(chooseTools(given)).toEqual(chosen)
      for (const name of [...given.used, ...given.pins, own.name]) expect(chosen?.leftOut).not.toContain(name)
      expect(new Set(chosen?.leftOut).size).toBe(chosen?.leftOut.length)
    }),
  )
})

test('law: what nobody uses any more changes the list a few times at most, and then never', () => {
  fc.assert(
    fc.property(situations, (given) => {
      let previous = given.previous
      const lists: string[] = []
      for (let n = 0; n < 6; n++) {
        const chosen = chooseTools({ ...given, used: new Set(), ...(previous && { previous }) })
        previous = chosen
        lists.push(JSON.stringify(chosen?.leftOut))
      }
      expect(new Set(lists.slice(3)).size).toBe(1)
    }),
  )
})

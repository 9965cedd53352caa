import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../json.ts'
import { groups } from '../../message/group.ts'
import { codex } from './codex.ts'
import { call, context, item, line, message, output } from './rollout.arbitrary.ts'

/** JSON text has no negative zero of its own. */
const plainJson = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json)

const strange = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,3}$/), plainJson, {
  maxKeys: 2,
})

const drawn = fc.tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 5 }), strange, strange)

/** A line of any kind, in any order. */
function draw([kind, n, inside, outside]: typeof drawn extends fc.Arbitrary<infer T> ? T : never): JsonObject {
  const kinds: readonly JsonObject[] = [
    item({ ...message('user', 'go'), ...inside }),
    item({ ...message('assistant', 'said'), ...inside }),
    item({ type: 'message', role: 'assistant', content: n > 2 ? [] : 'plain', ...inside }),
    item({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'hologram', ...inside },
        { type: 'output_text', text: 'a' },
      ],
    }),
    item({ type: 'reasoning', summary: [], ...inside }),
    item({ type: 'reasoning', summary: n > 2 ? 'odd' : [{ type: 'summary_text', text: 'a', ...inside }] }),
    item({ ...call(`c${n}`, 'shell', '{"a": 1}'), ...inside }),
    item({ type: 'local_shell_call', call_id: `c${n}`, action: { type: 'exec', ...inside }, status: 'completed' }),
    item({ type: 'local_shell_call', call_id: null, id: n > 2 ? `c${n}` : null, action: {} }),
    item(output(`c${n}`, n > 2 ? 'done' : { content: 'done', success: n > 1, ...inside })),
    item({ type: 'custom_tool_call_output', call_id: `c${n}`, output: inside }),
    item({ type: n > 2 ? 'ghost_snapshot' : 'web_search_call', ...inside }),
    n > 2 ? context(`model-${n}`) : line(n > 1 ? 'compacted' : 'turn_context', inside),
    line('session_meta', {
      instructions: n > 2 ? 'Be brief.' : null,
      base_instructions: n > 3 ? { text: 'Long.', ...inside } : inside,
    }),
  ]
  return { ...kinds[kind], ...outside }
}

const file = fc.array(drawn, { maxLength: 30 }).map((lines) => lines.map(draw))

test('any rollout is written as it was read', () => {
  fc.assert(
    fc.property(file, (lines) => {
      const before = JSON.stringify(lines)
      const { value, losses } = codex.encode(codex.decode(lines))
      expect(value).toEqual(lines)
      expect(JSON.stringify(lines)).toBe(before)
      expect(losses).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

test('groups taken out of any rollout do not come back, and no other goes', () => {
  fc.assert(
    fc.property(file, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (lines, keep) => {
      const transcript = codex.decode(lines)
      const kept = groups(transcript.messages).filter((_, i) => keep[i])
      const messages = kept.flatMap((group) => group.messages)
      const again = codex.decode(codex.encode({ ...transcript, messages }).value)
      expect(again.messages.map(({ parts }) => parts.map(({ type }) => type))).toEqual(
        messages.map(({ parts }) => parts.map(({ type }) => type)),
      )
    }),
    { numRuns: 500 },
  )
})

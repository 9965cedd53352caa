import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../json.ts'
import { groups } from '../../message/group.ts'
import { claudeCode } from './claude-code.ts'
import { call, reply, result, text, user } from './session.arbitrary.ts'

/** JSON text has no negative zero of its own. */
const plainJson = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json)

/** A line that hangs off any other, in a file where ids, replies and calls meet at random. */
const drawn = fc.record({
  kind: fc.constantFrom('prompt', 'meta', 'result', 'both', 'text', 'call', 'system', 'sidechain', 'loose'),
  uuid: fc.integer({ min: 0, max: 40 }),
  parent: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant(null)),
  reply: fc.integer({ min: 0, max: 4 }),
  call: fc.integer({ min: 0, max: 6 }),
  strange: fc.dictionary(fc.stringMatching(/^x_[a-z]{1,3}$/), plainJson, { maxKeys: 2 }),
})

function draw(line: typeof drawn extends fc.Arbitrary<infer T> ? T : never): JsonObject {
  const uuid = `u${line.uuid}`
  const parent = line.parent === null ? null : `u${line.parent}`
  const answer = result(`c${line.call}`, 'done')
  switch (line.kind) {
    case 'prompt':
      return { ...user(uuid, parent, 'go'), ...line.strange }
    case 'meta':
      return user(uuid, parent, [text('note')], { isMeta: true, ...line.strange })
    case 'result':
      return user(uuid, parent, [answer], line.strange)
    case 'both':
      return user(uuid, parent, [text('first'), answer, { ...text('then'), ...line.strange }])
    case 'call':
      return { ...reply(uuid, parent, `m${line.reply}`, call(`c${line.call}`, line.strange)) }
    case 'text':
      return { ...reply(uuid, parent, `m${line.reply}`, { ...text('said'), ...line.strange }) }
    case 'sidechain':
      return user(uuid, parent, 'aside', { isSidechain: true })
    case 'system':
      return { type: 'system', uuid, parentUuid: parent, logicalParentUuid: 'u3', ...line.strange }
    default:
      return { type: 'ai-title', ...line.strange }
  }
}

const file = fc.array(drawn, { maxLength: 40 }).map((lines) => lines.map(draw))
/** Without lines of which only a part could be taken out, and without two lines of one name. */
const simpleFile = fc
  .array(
    drawn.filter(({ kind }) => kind !== 'both'),
    { maxLength: 40 },
  )
  .map((lines) => lines.map((line, uuid) => draw({ ...line, uuid })))

test('any file is written as it was read, whatever hangs together in it', () => {
  fc.assert(
    fc.property(file, (lines) => {
      const before = JSON.stringify(lines)
      const { value, losses } = claudeCode.encode(claudeCode.decode(lines))
      expect(value).toEqual(lines)
      expect(JSON.stringify(lines)).toBe(before)
      expect(losses).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

test('no result of a conversation stands apart from a call that is there', () => {
  fc.assert(
    fc.property(file, (lines) => {
      for (const { orphans, unanswered } of groups(claudeCode.decode(lines).messages)) {
        expect(orphans.filter((id) => unanswered.includes(id))).toEqual([])
      }
    }),
    { numRuns: 500 },
  )
})

test('messages taken out of any file do not come back, and no other goes', () => {
  fc.assert(
    fc.property(simpleFile, fc.array(fc.boolean(), { minLength: 90, maxLength: 90 }), (lines, keep) => {
      const transcript = claudeCode.decode(lines)
      const kept = groups(transcript.messages).filter((_, i) => keep[i])
      const messages = kept.flatMap((group) => group.messages)
      const again = claudeCode.decode(claudeCode.encode({ ...transcript, messages }).value)
      expect(again.messages.flatMap(({ parts }) => parts)).toEqual(messages.flatMap(({ parts }) => parts))
    }),
    { numRuns: 500 },
  )
})

import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isList, isObject, type Json } from '../../../json.ts'
import { setIn } from '../edit-in.ts'
import { checkAiSdk } from './ai-sdk.ts'
import { aiSdkSchemaRules } from './ai-sdk-rules.ts'
import { messages } from './ai-sdk-sample.ts'

// The SDK runs in a process of its own: under the test runner's export conditions a dependency of it resolves to sources.
const script = `
import { modelMessageSchema } from 'ai'
import { convertToLanguageModelPrompt } from 'ai/internal'
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const { messages, prompts } = JSON.parse(Buffer.concat(chunks).toString())
const accepted = messages.map((message) => modelMessageSchema.safeParse(message).success)
const download = async (files) => files.map(() => null)
const errors = await Promise.all(prompts.map((list) =>
  convertToLanguageModelPrompt({ prompt: { messages: list }, supportedUrls: {}, download }).then(() => null, (error) => error.name)))
process.stdout.write(JSON.stringify({ accepted, errors }))
`

interface Verdicts {
  readonly accepted: readonly boolean[]
  readonly errors: readonly (string | null)[]
}

function askSdk(asked: { readonly messages: readonly Json[]; readonly prompts: readonly Json[] }): Verdicts {
  const input = JSON.stringify(asked)
  const args = ['--input-type=module', '-e', script]
  const output = execFileSync(process.execPath, args, { input, cwd: import.meta.dirname, maxBuffer: 1 << 28 })
  return JSON.parse(output.toString()) as Verdicts
}

const list = isList(messages) ? messages : []
const places = list.flatMap((message) => pathsIn(message, '').map((path) => ({ message, path })))
const values: readonly (Json | undefined)[] = [
  undefined,
  null,
  0,
  '',
  true,
  [],
  {},
  { a: {} },
  ['text'],
  [{ type: 'text' }],
]
const replaced = places.flatMap(({ message, path }) => values.map((value) => setIn(message, path, value)))

const anything = fc
  .tuple(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 3 }))
  .map(([{ message, path }, value]) => setIn(message, path, value as Json))

const contents = list.flatMap((message) =>
  isObject(message) && message.content !== undefined ? [message.content] : [],
)
const roles = ['system', 'user', 'assistant', 'tool', 'developer', 'constructor']
const spoken = roles.flatMap((role) => contents.map((content) => ({ role, content })))

const plain = list.map((message) => {
  const content = isObject(message) ? message.content : undefined
  return isObject(message) && isList(content) ? { ...message, content: content.filter(isNoApproval) } : message
})
const shuffled = fc.array(fc.subarray(plain, { minLength: 1 }), { minLength: 1, maxLength: 3 })

const judged = [...list, ...replaced, ...fc.sample(anything, 2000), ...spoken]
const prompts = fc.sample(shuffled, 500).map((parts) => parts.flat())
const { accepted, errors } = askSdk({ messages: judged, prompts })

test('the schema and the oracle accept the same messages', () => {
  const disputed = judged.flatMap((message, i) =>
    accepted[i] === isAccepted(message) ? [] : [{ message, sdk: accepted[i], oracle: checkAiSdk([message]) }],
  )
  expect(disputed).toEqual([])
  expect(accepted.filter((yes) => yes).length).toBeGreaterThan(100)
  expect(accepted.filter((yes) => !yes).length).toBeGreaterThan(500)
})

test('the SDK and the oracle miss the same results', () => {
  const disputed = prompts.filter((prompt, i) => {
    const missing = checkAiSdk(prompt, { complete: true }).some(({ rule }) => rule === 'tool-results-missing')
    return missing !== (errors[i] === 'AI_MissingToolResultsError')
  })
  expect(disputed).toEqual([])
  expect(errors.filter((error) => error === null).length).toBeGreaterThan(20)
})

function isAccepted(message: Json): boolean {
  const rules: readonly string[] = aiSdkSchemaRules
  return !checkAiSdk([message]).some(({ rule }) => rules.includes(rule))
}

function isNoApproval(part: Json): boolean {
  return !isObject(part) || (part.type !== 'tool-approval-request' && part.type !== 'tool-approval-response')
}

function pathsIn(value: Json | undefined, path: string): readonly string[] {
  if (!isObject(value) && !isList(value)) return [path]
  const inside = Object.entries(value).flatMap(([key, item]) => pathsIn(item, path === '' ? key : `${path}.${key}`))
  return path === '' ? inside : [path, ...inside]
}

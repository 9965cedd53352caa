// @ts-check
// A made-up session that the examples work on: the body of an Anthropic request, as an agent would send it.

/**
 * A person gives a rule and asks a question, and the model reads one file after the other.
 * @param {number} steps The number of files that it has read so far.
 */
export function sampleRequest(steps) {
  return {
    model: 'claude-sonnet-5',
    max_tokens: 1_000,
    system: 'You are a careful engineer. You read the code before you speak about it.',
    tools: [readFile],
    messages: [
      { role: 'user', content: 'Never change files under db/.' },
      { role: 'assistant', content: 'I will leave them as they are.' },
      { role: 'user', content: 'Why does the import lose rows?' },
      ...Array.from({ length: steps }, (_, n) => step(n)).flat(),
    ],
  }
}

const readFile = {
  name: 'read_file',
  description: 'Reads a file.',
  input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

/**
 * The call for one file, and its result.
 * @param {number} n
 */
function step(n) {
  const call = { type: 'tool_use', id: `toolu_${n}`, name: 'read_file', input: { path: `src/import/step-${n}.ts` } }
  const source = Array.from(
    { length: 20 + ((n * 7) % 30) },
    (_, line) => `export const row${n}_${line} = parse(input[${line}], ${n})`,
  )
  return [
    { role: 'assistant', content: [{ type: 'text', text: `Step ${n} is next.` }, call] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: source.join('\n') }] },
  ]
}

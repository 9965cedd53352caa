import type { Json } from '@palimpsest/core/json'
import { checkAiSdk, checkAnthropic, checkOpenAiChat, checkOpenAiResponses } from '@palimpsest/core/testing'
import type { WireFormat } from './wire/wire-body.ts'

/** Some words that differ from step to step, so that nothing can be left out as repeated. */
export function words(seed: number, count: number): string {
  return Array.from({ length: count }, (_, i) => `word${(seed * 7919 + i * 104729) % 99991}`).join(' ')
}

/** What a host of each format sends: its own history, and the request around it. */
export interface TestHost {
  readonly format: WireFormat
  body(history: readonly object[], around?: object): object
  user(text: string): object
  /** A reply of the provider, and what the host keeps of it. */
  calls(id: string, text?: string): { readonly reply: object; readonly kept: readonly object[] }
  says(text: string): { readonly reply: object; readonly kept: readonly object[] }
  result(id: string, text: string): object
  historyOf(body: object): readonly Json[]
  faults(body: object): readonly unknown[]
}

const usage = { input_tokens: 0, output_tokens: 5 }

export const anthropicHost: TestHost = {
  format: 'anthropic',
  body: (messages, around) => ({
    model: 'claude-sonnet-5',
    max_tokens: 1_000,
    system: 'Be brief.',
    tools,
    messages,
    ...around,
  }),
  user: (text) => ({ role: 'user', content: text }),
  calls: (id, text = 'Reading.') => {
    const content = [
      { type: 'text', text },
      { type: 'tool_use', id, name: 'read', input: { path: `${id}.txt` } },
    ]
    const reply = {
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-5',
      content,
      stop_reason: 'tool_use',
      usage,
    }
    return { reply, kept: [{ role: 'assistant', content }] }
  },
  says: (text) => {
    const content = [{ type: 'text', text }]
    const reply = {
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-5',
      content,
      stop_reason: 'end_turn',
      usage,
    }
    return { reply, kept: [{ role: 'assistant', content }] }
  },
  result: (id, text) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] }),
  historyOf: (body) => (body as { messages: readonly Json[] }).messages,
  faults: (body) => checkAnthropic(body as Json),
}

const tools = [
  {
    name: 'read',
    description: 'Reads a file.',
    input_schema: { type: 'object', properties: { path: { type: 'string' } } },
  },
]
const parameters = { type: 'object', properties: { path: { type: 'string' } } }

export const chatHost: TestHost = {
  format: 'openai-chat',
  body: (messages, around) => ({
    model: 'gpt-6-sol',
    messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
    tools: [{ type: 'function', function: { name: 'read', parameters } }],
    ...around,
  }),
  user: (text) => ({ role: 'user', content: text }),
  calls: (id, text = 'Reading.') => {
    const call = { id, type: 'function', function: { name: 'read', arguments: `{"path":"${id}.txt"}` } }
    const message = { role: 'assistant', content: text, tool_calls: [call] }
    return { reply: chatReply({ ...message, refusal: null, annotations: [] }, 'tool_calls'), kept: [message] }
  },
  says: (text) => ({
    reply: chatReply({ role: 'assistant', content: text }, 'stop'),
    kept: [{ role: 'assistant', content: text }],
  }),
  result: (id, text) => ({ role: 'tool', tool_call_id: id, content: text }),
  historyOf: (body) => (body as { messages: readonly Json[] }).messages.slice(1),
  faults: (body) => checkOpenAiChat(body as Json),
}

function chatReply(message: object, finish_reason: string): object {
  return { object: 'chat.completion', model: 'gpt-6-sol', choices: [{ index: 0, message, finish_reason }] }
}

export const responsesHost: TestHost = {
  format: 'openai-responses',
  body: (input, around) => ({
    model: 'gpt-6-sol',
    instructions: 'Be brief.',
    input,
    tools: [{ type: 'function', name: 'read', parameters, strict: false }],
    ...around,
  }),
  user: (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
  calls: (id, text = 'Reading.') => {
    const output = [
      saidItem(text, id),
      {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: id,
        name: 'read',
        arguments: `{"path":"${id}.txt"}`,
        status: 'completed',
      },
    ]
    return { reply: { object: 'response', model: 'gpt-6-sol', status: 'completed', output }, kept: output }
  },
  says: (text) => {
    const output = [saidItem(text, 'end')]
    return { reply: { object: 'response', model: 'gpt-6-sol', status: 'completed', output }, kept: output }
  },
  result: (id, text) => ({ type: 'function_call_output', call_id: id, output: text }),
  historyOf: (body) => (body as { input: readonly Json[] }).input,
  faults: (body) => checkOpenAiResponses(body as Json),
}

function saidItem(text: string, id: string): object {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content }
}

export const aiSdkHost: TestHost = {
  format: 'ai-sdk',
  body: (prompt, around) => ({
    model: 'gpt-6-sol',
    prompt: [{ role: 'system', content: 'Be brief.' }, ...prompt],
    ...around,
  }),
  user: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  calls: (id, text = 'Reading.') => {
    const input = { path: `${id}.txt` }
    const generated = [
      { type: 'text', text },
      { type: 'tool-call', toolCallId: id, toolName: 'read', input: JSON.stringify(input) },
    ]
    const content = [
      { type: 'text', text },
      { type: 'tool-call', toolCallId: id, toolName: 'read', input },
    ]
    return {
      reply: { content: generated, finishReason: 'tool-calls', usage: {} },
      kept: [{ role: 'assistant', content }],
    }
  },
  says: (text) => {
    const content = [{ type: 'text', text }]
    return { reply: { content, finishReason: 'stop', usage: {} }, kept: [{ role: 'assistant', content }] }
  },
  result: (id, text) => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'read', output: { type: 'text', value: text } }],
  }),
  historyOf: (body) => (body as { prompt: readonly Json[] }).prompt.slice(1),
  faults: (body) => checkAiSdk((body as { prompt: readonly Json[] }).prompt as Json),
}

export const testHosts: readonly TestHost[] = [anthropicHost, chatHost, responsesHost, aiSdkHost]

/**
 * A provider's wording for something too long. In the text, `{name}` is a number and `…` a gap of up to 300
 * characters. `{limit}` is for the window (`window`), the prompt alone (`input`) or the output alone (`output`);
 * `{total}` is prompt and output together; `{over}` is by how much the prompt is too long.
 */
export interface LengthText {
  readonly limits: 'window' | 'input' | 'output'
  readonly text: string
  /** The number of the prompt is a lower bound that the provider derived from our own `max_tokens`. */
  readonly isAtLeast?: true
  /** The limit is not that of the model, so it is not to be remembered. */
  readonly isGuess?: true
  /** The limit is the first number that is too much. */
  readonly isExclusive?: true
  /** The limit that the text means without naming it. */
  readonly impliedTokens?: number
}

/** Sums of prompt and output first, then the output alone, then the prompt: a text of an earlier kind often holds one of a later. */
export const lengthTexts: readonly LengthText[] = [
  // Anthropic, Bedrock
  { limits: 'window', text: 'input length and max_tokens exceed context limit: {input} + {output} > {limit}' },
  // OpenAI, Azure, DeepSeek, NVIDIA NIM, vLLM and most compatible servers
  {
    limits: 'window',
    text: 'maximum context length is {limit} tokens. however, you requested {output} output tokens and your prompt contains at least {input} input tokens',
    isAtLeast: true,
  },
  {
    limits: 'window',
    text: 'maximum context length is {limit} tokens. however, you requested {output} output tokens and your prompt contains {input} input tokens',
  },
  {
    limits: 'window',
    text: 'maximum context length is {limit} tokens. however, you requested {total} tokens ({input} in the messages, {output} in the completion',
  },
  {
    limits: 'window',
    text: 'maximum context length is {limit} tokens…you requested {total} tokens (…{output} in the completion',
  },
  {
    limits: 'window',
    text: 'maximum context length is {limit} tokens…you requested {total} tokens ({input} in your prompt; {output} for the completion',
  },
  {
    limits: 'window',
    text: 'is too large: {output}. this models maximum context length is {limit} tokens and your request has {input} input tokens',
  },
  // OpenRouter
  {
    limits: 'window',
    text: 'maximum context length is {limit} tokens. however, you requested about {total} tokens (…{output} in the output',
  },
  { limits: 'input', text: 'maximum context length is {limit} tokens. however, you requested about {input} tokens' },
  // Cloudflare Workers AI, SGLang
  {
    limits: 'window',
    text: 'maximum context length of {limit} tokens. you requested a total of {total} tokens: {input} tokens from the input messages and {output} tokens for the completion',
  },
  // Text Generation Inference, Together, Hugging Face
  {
    limits: 'window',
    text: 'inputs tokens + max_new_tokens must be <= {limit}. given: {input} inputs tokens and {output} max_new_tokens',
  },
  // Perplexity
  {
    limits: 'window',
    text: 'requested {output} to generate tokens, following a prompt of length {input}, which exceeds the max limit of {limit} tokens',
  },
  // SambaNova
  {
    limits: 'window',
    text: 'requested generation length {output} is not possible! the provided prompt is {input} tokens long…maximum supported sequence length is just {limit}',
  },
  {
    limits: 'window',
    text: 'maximum context length of…is {limit}. however, answering your request will take {total} tokens',
  },
  // Cohere
  { limits: 'window', text: 'total number of tokens (prompt and prediction) cannot exceed {limit} - received {total}' },
  // Cerebras
  {
    limits: 'window',
    text: 'current length is {total} while limit is {limit}',
  },
  // vLLM counts what the prompt leaves of the window
  { limits: 'input', text: 'max_tokens must be at least 1, got -{over}' },
  // Moonshot
  { limits: 'window', text: 'exceeded model token limit: {limit} (requested: {total})' },
  // Zhipu: the prompt alone may be under the limit, so its output is counted in
  { limits: 'window', text: 'request {input} input tokens exceeds the models maximum context length {limit}' },
  // llama-cpp-python
  { limits: 'window', text: 'requested tokens ({total}) exceed context window of {limit}' },
  // OpenAI and Groq by the minute: more than a whole minute's allowance never passes, however long one waits
  { limits: 'window', text: 'on tokens per min…limit {limit}, requested {total}', isGuess: true },
  // Anthropic subscriptions, beyond the window that they include
  { limits: 'input', text: 'extra usage is required for long context requests', isGuess: true, impliedTokens: 200_000 },

  { limits: 'output', text: 'max_tokens: {output} > {limit}, which is the maximum allowed number of output tokens' },
  { limits: 'output', text: 'tokens is too large: {output}. this model supports at most {limit}' },
  { limits: 'output', text: 'range of max_tokens is [1, {limit}]' },
  { limits: 'output', text: 'range of max_tokens should be [1, {limit}]' },
  { limits: 'output', text: 'maximum tokens you requested…the model limit of {limit}' },
  { limits: 'output', text: 'tokens specified in the request…expected a value <= {limit}, but got {output}' },
  // OpenAI Responses
  { limits: 'output', text: 'tokens: integer above maximum value. expected a value <= {limit}, but got {output}' },
  { limits: 'output', text: 'max_new_tokens must be <= {limit}' },
  { limits: 'output', text: 'max tokens must be less than or equal to {limit}, the maximum output' },
  { limits: 'output', text: 'max_tokens exceeds the limit of {limit}' },
  // Groq
  { limits: 'output', text: 'max_tokens must be less than or equal to {limit}' },
  { limits: 'output', text: 'max_completion_tokens must be less than or equal to {limit}' },
  // Google
  {
    limits: 'output',
    text: 'maxoutputtokens value of {output} but the supported range is from 1 (inclusive) to {limit} (exclusive)',
    isExclusive: true,
  },
  {
    limits: 'output',
    text: 'maxoutputtokens value of {output} but the supported range is from 1 (inclusive) to {limit} (inclusive)',
  },
  { limits: 'output', text: 'max_tokens参数非法' },

  // Anthropic, Bedrock
  { limits: 'input', text: 'prompt is too long: {input} tokens > {limit} maximum' },
  { limits: 'input', text: 'request size exceeds model context window' },
  // OpenAI and compatible servers
  { limits: 'input', text: 'maximum context length is {limit} tokens…messages resulted in {input} tokens' },
  { limits: 'input', text: 'maximum context length is {limit} tokens…you requested {input} tokens' },
  {
    limits: 'input',
    text: 'input tokens exceed the configured limit of {limit} tokens. your messages resulted in {input} tokens',
  },
  { limits: 'input', text: 'input tokens exceed the configured limit of {limit} tokens' },
  // too many messages, which compaction solves as well
  { limits: 'input', text: 'invalid messages: array too long' },
  { limits: 'input', text: 'invalid input: array too long' },
  { limits: 'input', text: 'maximum number of messages' },
  // Google
  { limits: 'input', text: 'input token count ({input}) exceeds the maximum number of tokens allowed ({limit})' },
  { limits: 'input', text: 'input token count exceeds the maximum number of tokens allowed ({limit})' },
  // Mistral
  { limits: 'input', text: 'prompt contains {input} tokens…too large for model with {limit} maximum context length' },
  // Cohere
  { limits: 'input', text: 'total number of tokens in the prompt cannot exceed {limit} - received {input}' },
  { limits: 'input', text: 'too many tokens: size limit exceeded by {over} tokens' },
  // Fireworks, Moonshot, Zhipu, DashScope, MiniMax, xAI
  { limits: 'input', text: 'prompt is too long: {input}, model maximum context length: {limit}' },
  { limits: 'input', text: 'exceeded model token limit: {limit}' },
  { limits: 'input', text: 'model max length exceeded, max length: {limit}' },
  { limits: 'input', text: 'range of input length should be [1, {limit}]' },
  // the number behind this is a code
  { limits: 'input', text: 'context window exceeds limit' },
  { limits: 'input', text: 'maximum prompt length is {limit} but the request contains {input} tokens' },
  // GitHub Copilot
  { limits: 'input', text: 'prompt token count of {input} exceeds the limit of {limit}' },
  // llama.cpp, LM Studio, Ollama, MLX, SGLang, Text Generation Inference, vLLM
  { limits: 'input', text: 'request ({input} tokens) exceeds the available context size ({limit} tokens)' },
  { limits: 'input', text: 'exceeds the available context size…n_prompt_tokens: {input},n_ctx: {limit}' },
  { limits: 'input', text: 'exceeds the available context size' },
  { limits: 'input', text: 'keep the first {input} tokens when…context length of only {limit} tokens' },
  { limits: 'input', text: 'n_keep ({input}) >= n_ctx ({limit})' },
  { limits: 'input', text: 'prompt too long; exceeded max context length by {over} tokens' },
  { limits: 'input', text: 'input length {input} exceeds context length {limit}' },
  { limits: 'input', text: 'input length exceeds…context length' },
  { limits: 'input', text: 'prompt too long: {input} tokens exceeds max context window of {limit} tokens' },
  { limits: 'input', text: 'the input ({input} tokens) is longer than the models context length ({limit} tokens)' },
  { limits: 'input', text: 'input length ({input} tokens) exceeds the maximum allowed length ({limit} tokens)' },
  { limits: 'input', text: 'input length {input} exceeds the maximum allowed input length of {limit} tokens' },
  { limits: 'input', text: 'prompt has {input} tokens, but the configured context size is {limit} tokens' },
  { limits: 'input', text: 'inputs must have less than {limit} tokens. given: {input}' },
  { limits: 'input', text: 'prompt (total length {input}) is too long to fit into the model (context length {limit})' },
]

/** Words that say no more than that the prompt is too long; numbers near them are read by what they count. */
export const bareLengthTexts: readonly LengthText[] = [
  { limits: 'input', text: 'maximum context length is {limit}' },
  { limits: 'input', text: 'maximum context length of {limit} tokens' },
  { limits: 'input', text: 'maximum input length is {limit} tokens' },
  { limits: 'input', text: 'tokens to keep from the initial prompt is greater than the context length' },
  { limits: 'input', text: 'too large for…max size: {limit} tokens' },
  { limits: 'input', text: 'context size has been exceeded' },
  { limits: 'input', text: 'exceeds the context window' },
  { limits: 'input', text: 'tokens in request more than max tokens allowed' },
  { limits: 'input', text: 'input is too long for' },
  { limits: 'input', text: 'prompt exceeds max length' },
  { limits: 'input', text: 'prompt exceeds maximum context length' },
  { limits: 'input', text: 'max input characters' },
  { limits: 'input', text: 'reduce the length of the messages' },
  { limits: 'input', text: 'reduce the length of the prompt' },
  { limits: 'input', text: 'reduce the length of the input' },
  { limits: 'input', text: 'reduce your prompt' },
  { limits: 'input', text: 'request too long' },
  { limits: 'input', text: 'request is too long' },
  { limits: 'input', text: 'request too large' },
  { limits: 'input', text: 'request is too large' },
  { limits: 'input', text: 'context is full' },
  { limits: 'input', text: '压缩上下文' },
  { limits: 'input', text: 'prompt is too long' },
  { limits: 'input', text: 'context_length_exceeded' },
  { limits: 'input', text: 'context length exceeded' },
  { limits: 'input', text: 'context_window_exceeded' },
  { limits: 'input', text: 'contextwindowexceedederror' },
  { limits: 'input', text: 'prompt_tokens_exceeded' },
  { limits: 'input', text: 'exceed_context_size_error' },
]

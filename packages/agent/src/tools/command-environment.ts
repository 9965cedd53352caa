type Environment = Readonly<Record<string, string | undefined>>

/** Where keys to model providers are kept by custom; a host adds the names that its configuration uses. */
const keyNames =
  /^(?:(?:ANTHROPIC|OPENAI|OPENROUTER|AZURE_OPENAI|GEMINI|GOOGLE|GOOGLE_GENERATIVE_AI|MISTRAL|GROQ|DEEPSEEK|XAI|COHERE|TOGETHER|FIREWORKS|MOONSHOT|DASHSCOPE|ZHIPU|ZAI|MINIMAX|CEREBRAS|PERPLEXITY|NVIDIA)_(?:API_KEY|AUTH_TOKEN|ACCESS_TOKEN)|PALIMPSEST_.*(?:KEY|TOKEN|SECRET|PASSWORD).*)$/i

/** A shorter value is no key, and may well stand elsewhere by chance. */
const leastKeyChars = 12

/** No pager, no prompt, no colour: nobody is there to answer, and a model reads no colours. */
const quiet = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  NO_COLOR: '1',
  TERM: 'dumb',
} as const

/** The environment of a command: ours without our keys, also where one stands under a second name. */
export function commandEnvironment(
  environment: Environment,
  secretNames: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const isSecretName = (name: string): boolean => keyNames.test(name) || secretNames.includes(name)
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const secrets = entries
    .filter(([name, value]) => isSecretName(name) && value.length >= leastKeyChars)
    .map(([, value]) => value)
  const kept = entries.filter(([name, value]) => !isSecretName(name) && !secrets.some((key) => value.includes(key)))
  return { ...Object.fromEntries(kept), ...quiet, ...extra }
}

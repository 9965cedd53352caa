/**
 * What is tried in empty projects, each row on every Node that it names. Packages of ours come from fresh tarballs, together with
 * those that they need; others from the registry. `script` is a file beside this one: it runs inside the project, and fails by
 * throwing. `files` are others beside it that it needs. What it prints as `ROW {…}` becomes a row of the table of agents. `types`, where there is one, is a file beside this one that has to compile in the project.
 */
export const table = [
  {
    name: 'core compresses',
    nodes: [20, 22, 24],
    packages: ['@palimpsest/core', '@palimpsest/engines'],
    script: 'compress.mjs',
    types: 'compress.ts',
  },
  { name: 'stores keep and find', nodes: [20, 22, 24], packages: ['@palimpsest/stores'], script: 'keep-and-find.mjs' },
  { name: 'cli replays', nodes: [20, 22, 24], packages: ['@palimpsest/cli'], script: 'replay.mjs' },
  ...hosts('ai-sdk-turn.mjs', {
    'ai 6': { nodes: [20, 22, 24], packages: ['ai@6.0.326', '@ai-sdk/anthropic@3.0.138'] },
    'ai 7': { nodes: [22, 24], packages: ['ai@7.0.169', '@ai-sdk/anthropic@4.0.104'] },
  }),
  ...hosts('anthropic-turn.mjs', {
    'sdk 0.101': { nodes: [20, 22, 24], packages: ['@anthropic-ai/sdk@0.101.0'] },
    'sdk 1.8': { nodes: [20, 22, 24], packages: ['@anthropic-ai/sdk@1.8.0'] },
  }),
  ...hosts('openai-turn.mjs', {
    'openai 6': { nodes: [20, 22, 24], packages: ['openai@6.49.0'] },
    'openai 7': { nodes: [22, 24], packages: ['openai@7.53.0'] },
  }),
  ...agents('ai-sdk-agent.mjs', {
    'ai 6': { nodes: [20, 22, 24], packages: ['ai@6.0.326', '@ai-sdk/anthropic@3.0.138'], types: 'ai-sdk-context.ts' },
    'ai 7': { nodes: [22, 24], packages: ['ai@7.0.169', '@ai-sdk/anthropic@4.0.104'], types: 'ai-sdk-context.ts' },
  }),
  ...agents('anthropic-agent.mjs', {
    'sdk 0.101': { nodes: [20, 22, 24], packages: ['@anthropic-ai/sdk@0.101.0'], types: 'anthropic-context.ts' },
    'sdk 1.8': { nodes: [20, 22, 24], packages: ['@anthropic-ai/sdk@1.8.0'], types: 'anthropic-context.ts' },
  }),
  ...agents('openai-agent.mjs', {
    'openai 6': { nodes: [20, 22, 24], packages: ['openai@6.49.0'], types: 'openai-context.ts' },
    'openai 7': { nodes: [22, 24], packages: ['openai@7.53.0'], types: 'openai-context.ts' },
  }),
  ...agents('langchain-agent.mjs', {
    langchain: {
      nodes: [20, 22, 24],
      packages: [
        'langchain@1.5.14',
        '@langchain/anthropic@1.5.11',
        '@langchain/core@1.2.13',
        '@langchain/langgraph@1.4.13',
      ],
    },
  }),
  ...agents('openai-agents-agent.mjs', {
    'openai agents': { nodes: [22, 24], packages: ['@openai/agents@0.20.0', 'openai@7.53.0', 'zod@4.6.7'] },
  }),
  ...agents('mastra-agent.mjs', {
    mastra: { nodes: [22, 24], packages: ['@mastra/core@1.71.0', '@ai-sdk/anthropic@4.0.104', 'zod@4.6.7'] },
  }),
]

/** An agent of 60 steps on each host, with and without us. */
function agents(script, versions) {
  return Object.entries(versions).map(([name, { packages, ...rest }]) => ({
    ...rest,
    name: `${name}, agent`,
    packages: ['@palimpsest/context', '@palimpsest/simulator', ...packages],
    script,
    files: ['agent-desk.mjs'],
  }))
}

/** One turn with each host, our simulator as the provider. */
function hosts(script, versions) {
  return Object.entries(versions).map(([name, { nodes, packages }]) => ({
    name: `${name}, one turn`,
    nodes,
    packages: ['@palimpsest/simulator', ...packages],
    script,
  }))
}

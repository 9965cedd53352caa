export { createArchive } from './archive.ts'
export { basePrompt } from './base-prompt.ts'
export { changeConfigFile, readConfigFile } from './config/config-file.ts'
export { type ConfigProblem, problemText } from './config/config-problem.ts'
export { configTable } from './config/config-table.ts'
export { getConfig } from './config/get-config.ts'
export { type Environment, type HomePaths, homePaths } from './config/home-paths.ts'
export { type LoadedConfig, loadConfig } from './config/load-config.ts'
export type { Config } from './config/schema.ts'
export type { WantedModel } from './create-line.ts'
export { type CreatedProvider, createProvider, keyNames } from './create-provider.ts'
export { createResultKeeper } from './keep-result.ts'
export { createMemory, type Memory } from './memory/memory.ts'
export { createModelLines, type ModelLines, type ReadyLine } from './model-lines.ts'
export { oneAtATime } from './one-at-a-time.ts'
export { type ContainOptions, containEngine } from './plugins/contain-engine.ts'
export { type EngineSources, findEngine } from './plugins/find-engine.ts'
export { listPlugins, type PluginRow } from './plugins/list-plugins.ts'
export { type OpenedEngine, openEngine, type PluginParts } from './plugins/open-engine.ts'
export type { PluginProblem } from './plugins/plugin-problem.ts'
export { trialPorts } from './plugins/trial-ports.ts'
export { buildSystemPrompt } from './prompt/build-system-prompt.ts'
export { readContextFiles } from './prompt/read-context-files.ts'
export { createAnthropic, type ProviderOptions } from './provider/anthropic.ts'
export { createOpenAiChat } from './provider/openai-chat.ts'
export { createOpenAiResponses } from './provider/openai-responses.ts'
export type { Delta, Provider } from './provider/provider.ts'
export { createSummaryModel } from './provider/summary-model.ts'
export { readLedger } from './read-ledger.ts'
export { createSessionMemory, type PromptMemory } from './session-memory.ts'
export { builtInTools } from './tools/built-in-tools.ts'
export type { ArchivePort, OriginalPage, Tool, ToolContext } from './tools/tool.ts'
export type {
  AgentEvent,
  AgentModel,
  AgentParts,
  ModelLine,
  SessionMemory,
  SubagentParts,
  TurnOutcome,
} from './turn/agent.ts'
export { type Agent, type AgentStatus, createAgent } from './turn/create-agent.ts'
export { fallbackModel, otherModel, wantedModel } from './wanted-model.ts'

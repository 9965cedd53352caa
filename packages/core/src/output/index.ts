export { type Defence, defend, type ToolOutput } from './defend.ts'
export { type OutputLimits, outputLimits } from './output-limits.ts'
export { resultsFolderName, resultsFolderNames } from './results-folder-name.ts'
export { type Kept, showPersisted } from './show-persisted.ts'

// Defaults that help texts show: a door of their own, since to show help nothing else need be loaded.
export { budgetDefaults } from '../budget/budget-options.ts'
export { chooseToolsDefaults } from '../compaction/choose-tools-options.ts'
export { searchDefaults } from '../store/search-defaults.ts'
export { contextMapDefaults } from '../tokens/context-map-options.ts'

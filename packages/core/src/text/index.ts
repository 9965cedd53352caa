export { clipText } from './slice-whole.ts'
export { textHash } from './text-hash.ts'

export type { ExampleOptions } from './example/example-session.ts'
export { exampleDefaults, exampleSession } from './example/example-session.ts'

import { run } from './survival/weak-debug.mjs'
await run({ folder: process.argv[2] })

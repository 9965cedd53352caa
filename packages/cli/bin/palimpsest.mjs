#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)
if (!existsSync(main)) {
  process.stderr.write('error: Palimpsest is not built yet.\n  Run "npm start" once in the checkout.\n')
  process.exit(1)
}
await import(main.href)

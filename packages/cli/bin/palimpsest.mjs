#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = new URL('../dist/main.js', import.meta.url)
if (!existsSync(main)) {
  process.stderr.write('error: Palimpsest is not built yet.\n  Run "npm start" once in the checkout.\n')
  process.exit(1)
}
// A checkout may be newer than its build, after a pull for example; an installed package, which has no record of its build, is not.
if (existsSync(new URL('../dist/.tsbuildinfo', import.meta.url))) await tellIfStale()
await import(main.href)

async function tellIfStale() {
  const { staleSource } = await import('./stale-source.mjs')
  const packages = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
  let stale
  try {
    stale = staleSource(packages)
  } catch {
    // A folder that cannot be read is no reason not to start.
    return
  }
  if (stale === undefined) return
  const name = stale.slice(packages.length + 1)
  process.stderr.write(
    `This build is older than its sources (packages/${name}). Run "npm run build" in the checkout.\n`,
  )
}

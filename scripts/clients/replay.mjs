import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

const args = ['node_modules/@palimpsest/cli/bin/palimpsest.mjs', 'replay', '--example', '--json']
const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 })
assert.equal(status, 0, stderr)
assert.ok(Object.keys(JSON.parse(stdout)).length > 0)

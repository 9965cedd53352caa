import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Problem, SessionStore } from '@palimpsest/core'
import { eachOriginal } from '../usage/each-original.ts'
import { everyConversation } from './every-conversation.ts'
import { keptPaths } from './kept-paths.ts'

/** Outputs that were too long to show, to which a message points and which are not there, or not what they were. */
export async function checkResults(store: SessionStore): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const { id } of await everyConversation(store)) {
    for await (const stored of eachOriginal(store, id)) {
      for (const path of keptPaths(stored)) {
        if (seen.has(path)) continue
        seen.add(path)
        const fault = await faultOf(path)
        const where = `${id} #${stored.index}`
        if (fault !== undefined) problems.push({ ...fault, where, derived: false })
      }
    }
  }
  return problems
}

type Fault = Pick<Problem, 'code' | 'detail'>

async function faultOf(path: string): Promise<Fault | undefined> {
  const hash = await hashOf(path)
  if (hash === undefined) return { code: 'result-missing', detail: `a message points at ${path}, which is not there` }
  // Files are named after their content.
  const [, named] = /^(?:terminal-)?([0-9a-f]{20,64})\.txt$/.exec(basename(path)) ?? []
  if (named === undefined || hash.startsWith(named)) return undefined
  return { code: 'result-changed', detail: `${path} is not what it was when it was kept` }
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

import type { Problem, SessionStore } from '@palimpsest/core'
import { keptOutputs } from '../compose.ts'
import { eachOriginal } from '../usage/each-original.ts'
import { everyConversation } from './every-conversation.ts'
import { findKept } from './kept-file.ts'

/**
 * Outputs that were too long to show, to which a message points and which are not there, or not what they were.
 * `results` is the folder where those of this store are now.
 */
export async function checkResults(store: SessionStore, results: string): Promise<readonly Problem[]> {
  const { keptPaths } = await keptOutputs()
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const { id } of await everyConversation(store)) {
    for await (const { message, index } of eachOriginal(store, id)) {
      for (const path of keptPaths(message)) {
        if (seen.has(path)) continue
        seen.add(path)
        const fault = await faultOf(path, results)
        if (fault !== undefined) problems.push({ ...fault, where: `${id} #${index}`, derived: false })
      }
    }
  }
  return problems
}

type Fault = Pick<Problem, 'code' | 'detail'>

async function faultOf(path: string, results: string): Promise<Fault | undefined> {
  const found = await findKept(path, results)
  switch (found.kind) {
    case 'sound':
      return undefined
    case 'missing':
      return { code: 'result-missing', detail: `a message points at ${path}, which is not there` }
    case 'changed':
      return { code: 'result-changed', detail: `${found.path} is not what it was when it was kept` }
  }
}
